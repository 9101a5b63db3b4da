"""Sleep with runs and pending jobs: one run is frozen for it, one was before, one is stopped, relative times count sleep, and all goes on after it."""
import time

from harness.laptop import SLACK, instant

TAKES = 170


def play(laptop, shop):
    laptop.submit("frozen", seconds=80, timeBudget="5m")
    laptop.submit("stopped", seconds=50, beforeSleep="stop")
    laptop.submit("woken", schedule={"event": "wake"})
    laptop.run("touch /run/needed")
    laptop.submit("lacking", seconds=10, timeBudget="5m", requires={"pathExists": "/run/needed"},
                  onRequirementLost="freeze")
    for name in ("frozen", "stopped", "lacking"):
        laptop.await_course(name, "start")
    laptop.run("rm /run/needed")
    laptop.until("a run that lacks what it needs is frozen", lambda: laptop.known("lacking")["state"] == "frozen")
    laptop.submit("quarter", earliestBeginDate="+15m")
    began = laptop.clock()
    laptop.submit("hundred", earliestBeginDate="+100s")
    submitted = laptop.clock()
    laptop.submit("passed", earliestBeginDate="+30s")
    due = laptop.known("quarter")["due"]
    woken = len(laptop.records("woken", "start"))

    laptop.sleep()
    time.sleep(60)
    laptop.check("it sleeps on", laptop.suspended())
    laptop.wake()
    awake = laptop.clock()
    laptop.check("the guest's clock has counted the sleep", awake - submitted > 60, awake - submitted)
    stop = laptop.records("stopped")[1]
    laptop.check("a run that asked for it was told to stop for sleep",
                 (stop["what"], stop["reason"]) == ("stop", "systemSleep"), stop)
    laptop.check("and before it", stop["at"] < awake - 58, (stop["at"], awake))

    laptop.check("what was frozen before it stays so", laptop.known("lacking")["state"] == "frozen", laptop.job("lacking"))
    laptop.check("and has done nothing", laptop.course("lacking") == "start", laptop.course("lacking"))
    laptop.run("touch /run/needed")

    laptop.await_course("hundred", "start end", 120)
    came = laptop.records("hundred")[0]["at"]
    # The clock on the board has whole seconds.
    laptop.check("+100s counts the sleep, and no more", began + 98.5 <= came <= max(submitted + 100, awake) + 2 * SLACK,
                 (began, submitted, awake, came))
    laptop.await_course("passed", "start end", 90)
    laptop.check("what came up in sleep was not run in it", laptop.records("passed")[0]["at"] >= awake - 3,
                 laptop.records("passed")[0]["at"] - awake)
    laptop.await_course("stopped", "start stop start end", 120)
    for name in ("frozen", "lacking"):
        laptop.await_course(name, "start end", 120)
    records = laptop.records("frozen")
    laptop.check("the frozen run is the same process", records[0]["pid"] == records[1]["pid"], records)
    laptop.until("the wake-up's job has run", lambda: len(laptop.records("woken", "end")) == woken + 1)
    came = {name: laptop.outcomes(name) for name in ("frozen", "lacking", "stopped", "hundred", "passed")}
    laptop.check("history has each run's end", came == {
        "frozen": ["succeeded"], "lacking": ["succeeded"], "stopped": ["interrupted", "succeeded"], "hundred": ["succeeded"],
        "passed": ["succeeded"]}, came)
    job = laptop.known("quarter")
    laptop.check("+15m is still 15 min after it was submitted",
                 job["state"] == "scheduled" and abs(instant(job["due"]) - instant(due)) < 2, (due, job))
