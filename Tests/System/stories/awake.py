"""Runs that keep the laptop awake, and ones that it is woken for by its clock and put back to sleep after."""
import os
import time

from harness.laptop import SLACK

NIGHTS = int(os.environ.get("NIGHTS", "1"))
TAKES = 150 + 110 * NIGHTS


def play(laptop, shop):
    def inhibitors():
        return laptop.run("systemd-inhibit --list --no-pager --no-legend")

    def kept_awake():
        return any("bgrun" in line and "block" in line for line in inhibitors().splitlines())

    laptop.submit("awake", seconds=30, keepAwake="onExternalPower")
    laptop.await_course("awake", "start")
    laptop.until("a run keeps the laptop awake", kept_awake)
    status, out, err = laptop.attempt(
        "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager Suspend b false", "anna")
    laptop.check("anna can't suspend it", status != 0 and not laptop.suspended(), out + err)
    laptop.power(False)
    laptop.until("on battery it does not", lambda: not kept_awake(), 20)
    laptop.power(True)
    laptop.until("on power it does again", kept_awake, 30)
    laptop.await_course("awake", "start end")
    laptop.until("after the run nothing does", lambda: not kept_awake(), 20)

    began = laptop.clock()
    laptop.submit("nightly", seconds=3, earliestBeginDate="+60s", wakeSystem="always")
    submitted = laptop.clock()
    laptop.submit("daytime", earliestBeginDate="+45s", requires={"pathExists": "/root/never"})
    laptop.sleep()
    slept = time.monotonic()
    laptop.until("its clock wakes it", lambda: not laptop.suspended(), 120)
    laptop.check("not before it must", time.monotonic() - slept > 5, time.monotonic() - slept)
    laptop.await_course("nightly", "start end")
    came = laptop.records("nightly")[0]["at"]
    # The clock on the board has whole seconds.
    laptop.check("the job has its time", began + 58.5 <= came <= submitted + 60 + SLACK, (began, submitted, came))
    laptop.until("it is put back to sleep", laptop.suspended, 120)
    laptop.wake()
    laptop.check("the run has succeeded", laptop.outcomes("nightly") == ["succeeded"], laptop.history("nightly"))
    laptop.sleep()
    slept = time.monotonic()
    while time.monotonic() - slept < 15:
        laptop.check("nothing wakes it for jobs that did not ask", laptop.suspended())
        time.sleep(0.5)
    laptop.wake()
    for night in range(NIGHTS):
        play_night(laptop, f"night{night}")


def play_night(laptop, name):
    """A run that keeps the laptop awake beyond the minute it has anyway, so that its lock is let go just as logind is asked who is there."""
    laptop.submit(name, seconds=60, earliestBeginDate="+20s", keepAwake="always", wakeSystem="always")
    laptop.sleep()
    laptop.until("its clock wakes it", lambda: not laptop.suspended(), 60)
    laptop.await_course(name, "start end", 150)
    laptop.until("the last run has ended, and it is put back to sleep", laptop.suspended, 30)
    laptop.wake()
