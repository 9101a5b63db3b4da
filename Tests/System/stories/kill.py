"""The daemon is killed under systemd: its runs end with it, none is lost, none runs twice."""

TAKES = 90
ESCAPE = """#!/bin/bash
# Starts children that would outlive the run, then records.
setsid nohup sleep 4711 >/dev/null 2>&1 &
(env -i setsid sleep 4712 &)
exec /usr/local/bin/record "$@"
"""


def play(laptop, shop):
    laptop.write("/usr/local/bin/escape", ESCAPE, 0o755)
    laptop.run("touch /root/here")
    laptop.submit("killed", command=["/usr/local/bin/escape", "killed", "40"])
    laptop.submit("done")
    laptop.submit("frozen", seconds=20, requires={"pathExists": "/root/here"}, onRequirementLost="freeze")
    laptop.submit("waits", requiresExternalPower=True, requires={"pathExists": "/root/go"})
    laptop.await_course("done", "start end")
    for name in ("killed", "frozen"):
        laptop.await_course(name, "start")
    laptop.run("rm /root/here")
    laptop.until("one run is frozen", lambda: laptop.known("frozen")["state"] == "frozen")
    sleeps = "grep -lzE '^471[12]$' /proc/[0-9]*/cmdline"
    laptop.check("the run's children are there", laptop.attempt(sleeps)[1].count("cmdline") == 2)

    def kill():
        before = laptop.daemon()
        laptop.run(f"kill -9 {before}")
        laptop.until("systemd starts another", lambda: laptop.daemon() not in (0, before)
                     and laptop.attempt("systemctl is-active --quiet bgrund")[0] == 0)

    kill()
    laptop.run("touch /root/here")
    for name in ("killed", "frozen"):
        laptop.await_course(name, "start start end", 120)
        laptop.until(f"{name} has both ends", lambda: laptop.outcomes(name) == ["interrupted", "succeeded"])
    left = laptop.attempt(sleeps)[1]
    laptop.check("nothing of its first run is left", left == "", left)
    laptop.check("what was done is not done again", laptop.course("done") == "start end", laptop.course("done"))

    laptop.submit("own", "anna", earliestBeginDate="+1d")
    for _ in range(5):
        kill()
    laptop.check("jobs outlive it again and again",
                 laptop.known("own", "anna")["state"] == "scheduled" and laptop.known("waits")["state"] == "due")
    laptop.run("touch /root/go")
    laptop.await_course("waits", "start end")
