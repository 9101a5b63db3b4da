"""A timer is adopted and its service started, watched and stopped as a job, then given back exactly; so with a user's own."""
import json
import re

TAKES = 150
WANTS = "/etc/systemd/system/timers.target.wants/errand.timer"
TIMER = """[Unit]
Description=An errand, every night
[Timer]
OnCalendar=*-*-* 03:00
AccuracySec=1s
Persistent=true
[Install]
WantedBy=timers.target
"""
SERVICE = """[Unit]
Description=An errand
ConditionACPower=true
[Service]
Type=oneshot
DynamicUser=yes
TimeoutStartSec=10min
ExecStart=/bin/sh -c 'echo it is done by $(id -u); test ! -e /run/slow || sleep 600; exec test ! -e /run/fails'
"""
OWN = """[Service]
Type=simple
ExecStart=/bin/sh -c 'echo own >>$HOME/own; exec sleep 600'
"""


def play(laptop, shop):
    laptop.write("/etc/systemd/system/errand.timer", TIMER)
    laptop.write("/etc/systemd/system/errand.service", SERVICE)
    laptop.run("systemctl daemon-reload && systemctl enable --now errand.timer")

    def standing():
        return laptop.run(f"readlink {WANTS}; systemctl show errand.timer -p UnitFileState,ActiveState,LoadState; "
                          "find /etc/systemd /run/systemd/system -name 'errand*' | sort")

    def state():
        return laptop.attempt("systemctl show -P ActiveState errand.service")[1].strip()

    before = standing()
    laptop.power(False)
    plan = json.loads(laptop.run("bgrun adopt errand.timer --print"))
    laptop.check("a plan changes nothing", standing() == before and plan["unit"] == "errand.service", plan)
    laptop.run("bgrun adopt errand.timer")
    laptop.check("the timer is off", laptop.run("systemctl is-enabled errand.timer; true").strip() == "disabled")
    laptop.check("nor does it run", laptop.attempt("systemctl is-active --quiet errand.timer")[0] != 0)
    laptop.check("it can't be adopted twice", laptop.attempt("bgrun adopt errand.timer")[0] == 5)
    job = "local.systemd.errand"
    laptop.until("the daemon has the job", lambda: (laptop.job(job) or {}).get("state") == "scheduled")

    laptop.run(f"bgrun run {job} --when-possible")
    laptop.until("it waits for power", lambda: laptop.blockers(job) == ["externalPower"])
    laptop.check("the service was not started", state() == "inactive", state())
    laptop.power(True)
    laptop.until("it has run", lambda: laptop.outcomes(job) == ["succeeded"])
    out = laptop.run(f"bgrun logs {job} --plain")
    laptop.check("its output has what the service wrote, under its own user", re.search("^it is done by 6[1-5][0-9]{3}$", out, re.M), out)
    laptop.check("and how it ended", "errand.service has ended well, after " in out, out)
    laptop.run("touch /run/fails")
    laptop.run(f"bgrun run {job}")
    laptop.until("a failure is one", lambda: laptop.outcomes(job) == ["succeeded", "failed"])
    laptop.check("with its exit code", laptop.history(job)[0]["exitCode"] == 1, laptop.history(job)[0])
    laptop.run("rm /run/fails; touch /run/slow; systemctl reset-failed errand.service")

    def slow():
        laptop.run(f"bgrun run {job}")
        laptop.until("the service is at work", lambda: state() == "activating")

    slow()
    laptop.run(f"bgrun stop {job}")
    laptop.until("a run that is stopped stops the service", lambda: state() in ("inactive", "failed"))
    laptop.until("and is over then", lambda: len(laptop.outcomes(job)) == 3)
    slow()
    laptop.run("systemctl reload bgrund", within=90)
    laptop.check("a reload of the daemon leaves it at work", state() == "activating", state())
    laptop.run("systemctl daemon-reexec", within=90)
    laptop.run("systemctl stop errand.service")
    laptop.until("its end is seen, also after systemd has executed itself", lambda: len(laptop.outcomes(job)) == 4)
    slow()
    laptop.run("pkill -9 -x bgrund --oldest", within=60)
    laptop.until("another daemon's run goes on with it", lambda: "this one goes on with it" in laptop.attempt(
        f"bgrun logs {job} --plain")[1], 120)
    laptop.check("the service was not ended by that", state() == "activating", state())
    laptop.run(f"bgrun stop {job}")
    laptop.until("and stops it, as its own", lambda: state() in ("inactive", "failed"))
    laptop.run("rm /run/slow")

    stamp = "stat --format=%Y /var/lib/systemd/timers/stamp-errand.timer"
    laptop.run("touch --date=@0 /var/lib/systemd/timers/stamp-errand.timer")
    laptop.run("bgrun release errand.timer")
    laptop.check("it is what it was, to the link", standing() == before, standing())
    laptop.check("nothing is run a second time", int(laptop.run(stamp)) > 1_000_000_000)
    laptop.until("the job is gone", lambda: laptop.job(job) is None)
    laptop.check("there is nothing left to release", laptop.attempt("bgrun release errand.timer")[0] == 5)

    # Every timer that this Debian has can be adopted, and is given back as it was.
    def timers():
        return laptop.run("systemctl show '*.timer' -p Id,ActiveState,UnitFileState,LoadState; "
                          "find /etc/systemd/system /run/systemd/system -type l -printf '%p %l\\n' | sort")

    # They are masked in the image, so that nothing runs by itself.
    laptop.run("cd /etc/systemd/system && for timer in *.timer; do test ! /dev/null -ef $timer || systemctl unmask $timer; done; "
               "systemctl enable --now apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer",
               within=120)
    before = timers()
    names = [name for name in re.findall(r"^Id=(.*\.timer)$", before, re.M) if name != "systemd-tmpfiles-clean.timer"]
    laptop.check("there are some", len(names) >= 5, names)
    said = laptop.attempt(f"bgrun adopt {' '.join(names)}", within=120)
    laptop.check("all are adopted", said[0] == 0, said)
    laptop.check("and off", laptop.run(f"systemctl is-active {' '.join(names)}; true").split() == ["inactive"] * len(names))
    laptop.run("bgrun release --all", within=120)
    laptop.check("all are what they were, to the link", timers() == before, timers())

    # One that is on by its place alone is masked, and so is one that no link has on, and another unit wants.
    laptop.write("/usr/lib/systemd/system/wanted.timer", TIMER)
    laptop.write("/usr/lib/systemd/system/wanted.service", SERVICE)
    laptop.run("mkdir -p /etc/systemd/system/timers.target.d")
    laptop.write("/etc/systemd/system/timers.target.d/wanted.conf", "[Unit]\nWants=wanted.timer\n")
    laptop.run("systemctl daemon-reload && systemctl start wanted.timer")
    laptop.run("bgrun adopt systemd-tmpfiles-clean.timer wanted.timer")
    laptop.check("a wanted timer is masked", laptop.run("systemctl is-enabled wanted.timer; true").strip() == "masked")
    laptop.check("a static timer is masked",
                 laptop.run("systemctl is-enabled systemd-tmpfiles-clean.timer; true").strip() == "masked")
    laptop.check("a socket's timer is none", laptop.attempt("bgrun adopt nothing.timer")[0] == 1)
    laptop.run("bgrun release --all")
    laptop.check("and is wanted again", laptop.run(
        "systemctl is-enabled wanted.timer; systemctl is-active wanted.timer; true").split() == ["disabled", "active"])
    laptop.check("and unmasked", laptop.run("systemctl is-enabled systemd-tmpfiles-clean.timer; true").strip() == "static")

    # A user's own service, in a job that the system's daemon runs for her.
    laptop.run("loginctl enable-linger anna")
    home = laptop.run("echo $HOME", "anna").strip()
    laptop.run("mkdir -p ~/.config/systemd/user", "anna")
    laptop.write(f"{home}/.config/systemd/user/own.service", OWN)
    laptop.run("chown -R anna: ~anna/.config; XDG_RUNTIME_DIR=/run/user/$(id -u anna) true")
    laptop.until("her manager runs", lambda: laptop.attempt("systemctl --user daemon-reload", "anna")[0] == 0)
    laptop.submit("own", "anna", unit="own.service", kind="service", requiresExternalPower=True)
    own = "systemctl --user show -P ActiveState own.service"
    laptop.until("it runs", lambda: laptop.run(own, "anna").strip() == "active")
    laptop.power(False)
    laptop.until("it is stopped with the charger", lambda: laptop.run(own, "anna").strip() == "inactive")
    laptop.power(True)
    laptop.until("and comes back with it", lambda: laptop.run(own, "anna").strip() == "active")
    laptop.run("bgrun cancel own", "anna")
    laptop.until("and goes with its job", lambda: laptop.run(own, "anna").strip() == "inactive")
    laptop.submit("not-hers", "anna", unit="errand.service")
    laptop.until("the system's services are not hers", lambda: laptop.outcomes("not-hers", "anna") == ["failed"])
