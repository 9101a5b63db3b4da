"""Doctor finds nothing on a sound laptop, tells each fault with what to do about it, and nothing more once that was done; so does status."""
TAKES = 140
DROP_IN = "/etc/systemd/system/bgrund.service.d/fault.conf"
RELOADED = "systemctl daemon-reload && systemctl restart bgrund"
# What breaks it, words that doctor then says, and what mends it.
FAULTS = [
    ("systemctl disable bgrund", "bgrund.service is not enabled", "systemctl enable bgrund"),
    ("touch /usr/lib/systemd/system/bgrund.service", "systemctl daemon-reload, then", "systemctl daemon-reload"),
    (f"mkdir -p {DROP_IN[:-11]}; printf '[Service]\\nDelegate=no\\n' >{DROP_IN}; {RELOADED}", "has no part of the cgroup tree (Delegate=no)",
     f"rm {DROP_IN}; {RELOADED}"),
    ("chmod 600 /run/bgrun/org.bgrun.Scheduler", "Not everybody reaches the daemon", "systemctl restart bgrund.socket"),
    ("chmod 777 /var/lib/bgrun", "chmod go-w /var/lib/bgrun", "chmod go-w /var/lib/bgrun"),
    ("chmod 777 /etc/bgrun", "chmod go-w /etc/bgrun", "chmod go-w /etc/bgrun"),
    ("chmod 644 /var/lib/bgrun/bgrun.sqlite", "chmod 600 /var/lib/bgrun/bgrun.sqlite",
     "chmod 600 /var/lib/bgrun/bgrun.sqlite"),
    ("echo '{\"maxRuns\": 2}' >/etc/bgrun/bgrund.json", "don't count yet: systemctl reload bgrund",
     "systemctl reload bgrund"),
    ("echo '{\"maxRuns\": \"two\"}' >/etc/bgrun/bgrund.json", "With the settings /etc/bgrun/bgrund.json no daemon starts",
     "rm /etc/bgrun/bgrund.json"),
    ("echo '{\"identifier\": \"x\"' >/etc/bgrun/jobs.d/x.json", "/etc/bgrun/jobs.d/x.json", "rm /etc/bgrun/jobs.d/x.json"),
    ("mkdir -p /etc/systemd/logind.conf.d; printf '[Login]\\nInhibitDelayMaxSec=1\\n' >/etc/systemd/logind.conf.d/fault.conf; "
     "systemctl restart systemd-logind", "Before sleep logind waits 1", "rm /etc/systemd/logind.conf.d/fault.conf; systemctl restart systemd-logind"),
    ("pkill -9 -x bgrund --oldest", "The daemon has died once", "systemctl reset-failed bgrund"),
    ("echo '{\"identifier\": \"failing\", \"command\": [\"/bin/false\"], \"schedule\": {\"every\": \"6h\"}}' | bgrun submit -; "
     "bgrun run failing",
     "failing: failed", "bgrun cancel failing"),
    ("systemctl mask --now systemd-logind", "systemctl status dbus systemd-logind says why",
     "systemctl unmask systemd-logind; systemctl start systemd-logind"),
    ("mount --bind /var/lib/bgrun /var/lib/bgrun; mount -o remount,bind,ro /var/lib/bgrun", "/var/lib/bgrun is mounted read-only",
     'mount -o remount,rw "$(findmnt -no TARGET -T /var/lib/bgrun)"; umount /var/lib/bgrun'),
    ("systemctl stop bgrund && printf nonsense | dd of=/var/lib/bgrun/bgrun.sqlite conv=notrunc status=none && "
     "rm -f /var/lib/bgrun/bgrun.sqlite-* && systemctl start bgrund", "The database could not be used",
     # Nobody can mend that. It is told for a week.
     "date --set='+8 days'"),
]


def play(laptop, shop):
    def doctor():
        status, out, err = laptop.attempt("bgrun doctor")
        return status, out + err

    def sound():
        return doctor()[0] == 0

    def calm():
        return "all is well" in laptop.run("bgrun status")

    # Of a list without jobs nothing is said.
    laptop.submit("later", earliestBeginDate="+30d")
    laptop.check("nothing is wrong with it", sound() and calm(), doctor())
    for breaks, words, mends in FAULTS:
        laptop.attempt(breaks, within=90)
        laptop.until(f"doctor says: {words}", lambda: doctor()[0] == 1 and words in " ".join(doctor()[1].split()), 90)
        told = laptop.run("bgrun status")
        first = told.splitlines()[0]
        laptop.check("status has it first", "all is well" not in told and (first.startswith(("!", "LOST")) or "failing" in told), told)
        laptop.run(mends, within=90)
        laptop.until(f"all is well after {mends}", lambda: sound() and calm(), 90)

    laptop.run("systemctl stop bgrund.socket bgrund", within=90)
    status, told = doctor()
    laptop.check("of a daemon that does not run it says how to start it", status == 4 and "systemctl start bgrund" in told, told)
    laptop.run("systemctl start bgrund.socket bgrund", within=90)
    laptop.until("and all is well", sound)
