"""A person logs in, locks the screen, goes away, watches a film and closes the lid: jobs follow."""

TAKES = 260
LID = """
# A lid switch, closed while /run/lid is there.
import fcntl, os, struct, time
device = os.open("/dev/uinput", os.O_RDWR)
fcntl.ioctl(device, 0x40045564, 5)
fcntl.ioctl(device, 0x4004556d, 0)
os.write(device, struct.pack("80sHHHHi", b"Lid Switch", 0x19, 0, 5, 0, 0) + bytes(64 * 4 * 4))
fcntl.ioctl(device, 0x5501)
last = 0
while True:
    closed = int(os.path.exists("/run/lid"))
    if closed != last:
        os.write(device, struct.pack("llHHi", 0, 0, 5, 0, closed) + struct.pack("llHHi", 0, 0, 0, 0, 0))
        last = closed
    time.sleep(0.2)
"""


def play(laptop, shop):
    laptop.submit("login", "anna", schedule={"event": "login"})
    laptop.submit("unlock", "anna", schedule={"event": "unlock"})
    laptop.submit("locked", "anna", seconds=600, requires={"locked": True}, timeBudget="20m")

    # A desktop on the second terminal, as logind sees one.
    laptop.run("systemd-run --quiet --unit=desktop --property=PAMName=login --property=User=anna --property=TTYPath=/dev/tty2 "
               "--property=StandardInput=tty --property=StandardOutput=journal --setenv=XDG_SESSION_CLASS=user "
               "--setenv=XDG_SEAT=seat0 --setenv=XDG_VTNR=2 --setenv=XDG_SESSION_TYPE=wayland sleep infinity")
    laptop.run("python3 -c 'import fcntl; fcntl.ioctl(open(\"/dev/tty0\", \"wb\"), 0x5606, 2)'")
    session = laptop.until("anna has a session", lambda: next((
        line.split()[0] for line in laptop.run("loginctl list-sessions --no-legend --no-pager").splitlines()
        if "tty2" in line), None))

    def hint(method, value):
        path = laptop.run("busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager "
                          f"GetSession s {session}").split('"')[1]
        laptop.run(f"busctl call org.freedesktop.login1 {path} org.freedesktop.login1.Session {method} b {value}", "anna")
        return laptop.uptime()

    laptop.await_course("login", "start end")
    laptop.check("the screen is not locked", laptop.blockers("locked", "anna") == ["locked"], laptop.blockers("locked", "anna"))
    hint("SetLockedHint", "true")
    laptop.await_course("locked", "start")
    hint("SetLockedHint", "false")
    stop = laptop.await_course("locked", "start stop")
    laptop.check("unlocking stops it", stop["reason"] == "requirementLost:locked", stop)
    laptop.await_course("unlock", "start end")
    laptop.run("bgrun cancel locked", "anna")

    laptop.submit("idle", seconds=600, requires={"idle": "30s"}, timeBudget="20m")
    laptop.until("somebody is there", lambda: laptop.blockers("idle") == ["idle"])
    away = hint("SetIdleHint", "true")
    laptop.await_course("idle", "start", 120)
    came = laptop.records("idle")[0]["up"] - away
    laptop.check("it starts after 30 s of nobody", 29 <= came <= 60, came)
    back = hint("SetIdleHint", "false")
    stop = laptop.await_course("idle", "start stop")
    laptop.check("it stops when somebody comes back", (stop["up"] - back < 15, stop["reason"])
                 == (True, "requirementLost:idle"), stop)
    laptop.run("systemd-run --quiet --unit=film systemd-inhibit --what=idle --who=film --mode=block sleep 600")
    hint("SetIdleHint", "true")
    laptop.stays("nobody is away during a film", lambda: laptop.course("idle") == "start stop", 45)
    laptop.run("systemctl stop film && bgrun cancel idle")
    hint("SetIdleHint", "false")

    laptop.write("/root/lid.py", LID)
    laptop.run("modprobe uinput && systemd-run --quiet --unit=lid python3 /root/lid.py")
    laptop.until("there is a lid", lambda: "LID" in laptop.run("udevadm info --export-db | grep -i -A12 'Lid Switch'").upper())
    laptop.run("systemctl restart systemd-logind && systemctl restart upower")
    laptop.submit("lid", seconds=600, requires={"lid": "closed"}, timeBudget="20m")
    laptop.until("the lid is open", lambda: laptop.blockers("lid") == ["lid"])
    laptop.submit("keeper", seconds=30, keepAwake={"when": "always", "withLidClosed": True})
    laptop.await_course("keeper", "start")
    laptop.run("touch /run/lid")
    laptop.await_course("lid", "start")
    laptop.check("a run keeps it awake with its lid closed", not laptop.suspended())
    laptop.until("after the run the closed lid has it sleep", laptop.suspended, 180)
    laptop.check("not before its end", laptop.machine.state() == "suspended")
    laptop.wake()
    laptop.run("rm /run/lid")
    laptop.check("the run has ended by itself", laptop.course("keeper") == "start end", laptop.course("keeper"))
    stop = laptop.await_course("lid", "start stop", 90)
    laptop.check("opening the lid stops what wanted it closed", stop["reason"] == "requirementLost:lid", stop)
