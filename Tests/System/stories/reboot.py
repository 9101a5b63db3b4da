"""Reboots, and two days off: runs begin anew, what is pending stays, missed days are made up for as each job says."""
import time

from harness.laptop import instant

SHORT = True
TAKES = 110


def play(laptop, shop):
    # At a time of day that is half a day from now, so that no instant comes up by itself.
    at = time.gmtime(laptop.clock() + 12 * 3600)
    for missed in ("once", "all", "skip"):
        laptop.submit(f"day-{missed}", schedule={"cron": f"{at.tm_min} {at.tm_hour} * * *"}, missed=missed)
    laptop.submit("pending", earliestBeginDate="+10d")
    laptop.submit("waits", requires={"pathExists": "/root/go"})
    laptop.submit("boot", schedule={"event": "boot"})
    laptop.run("bgrun pause waits --for 30d")
    due = laptop.known("pending")["due"]
    boots = len(laptop.records("boot", "end"))
    laptop.submit("run", seconds=45)
    laptop.submit("own", "anna", seconds=45)
    for name in ("run", "own"):
        laptop.until(f"{name} runs", lambda: laptop.course(name) == "start")

    laptop.reboot()
    for name in ("run", "own"):
        laptop.await_course(name, "start stop start end", 120)
        records = laptop.records(name)
        laptop.check(f"{name} was told of the shutdown", records[1]["reason"] == "shutdown", records[1])
        laptop.check(f"{name} ran again in the next boot", records[1]["boot"] != records[2]["boot"], records)
        came = laptop.outcomes(name, "anna" if name == "own" else None)
        laptop.check(f"{name} has two ends", came == ["interrupted", "succeeded"], came)
    laptop.until("the boot's job has run once", lambda: len(laptop.records("boot", "end")) == boots + 1)
    job = laptop.known("pending")
    laptop.check("the pending job is as it was", job["state"] == "scheduled" and abs(instant(job["due"]) - instant(due)) < 2,
                 (due, job))
    laptop.check("a pause outlives a reboot", laptop.known("waits")["state"] == "paused", laptop.job("waits"))
    laptop.run("touch /root/go")

    laptop.switch_off()
    laptop.switch_on(later=2 * 86400 + 3600)
    laptop.await_course("day-once", "start end", 90)
    laptop.await_course("day-all", "start end start end", 90)
    laptop.until("the boot's job has run once more", lambda: len(laptop.records("boot", "end")) == boots + 2)
    laptop.run("systemctl restart bgrund")
    laptop.stays("nothing is made up for twice, or against its word", lambda: (
        laptop.course("day-once"), laptop.course("day-all"), laptop.course("day-skip"), laptop.course("waits"),
        len(laptop.records("boot", "end"))) == ("start end", "start end start end", "", "", boots + 2), 8)
    for missed in ("once", "all", "skip"):
        laptop.check(f"day-{missed} is planned ahead", laptop.known(f"day-{missed}")["state"] == "scheduled")
