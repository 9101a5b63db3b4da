"""The clock is set a day ahead and back, and the time zone changes: dates follow, spans don't, nothing runs twice."""
import time

from harness.laptop import SLACK

TAKES = 130


def play(laptop, shop):
    def starts(name):
        return len(laptop.records(name, "start"))

    def step(seconds):
        laptop.run(f"date --set=@{laptop.clock() + seconds:.3f}")

    now = laptop.clock()
    soon = time.gmtime(now + 2 * 3600)
    laptop.submit("run", seconds=40, timeBudget="5m")
    laptop.submit("budget", seconds=300, timeBudget="60s")
    began = laptop.uptime()
    laptop.submit("span", earliestBeginDate="+75s")
    submitted = laptop.uptime()
    laptop.submit("date", earliestBeginDate=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + 5 * 3600)))
    laptop.submit("far", earliestBeginDate=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + 3 * 86400)))
    laptop.submit("daily", schedule={"cron": f"{soon.tm_min} {soon.tm_hour} * * *"})
    for name in ("run", "budget"):
        laptop.await_course(name, "start")

    step(86400)
    laptop.until("a day ahead, what has come up runs", lambda: starts("date") == 1 and starts("daily") == 1)
    laptop.check("what has not does not", starts("far") == 0, laptop.records("far"))
    laptop.check("a span is no date", starts("span") == 0, laptop.records("span"))
    laptop.until("it is done", lambda: laptop.known("daily")["state"] == "scheduled")

    step(-86400)
    laptop.stays("a day back, nothing runs again",
                 lambda: (starts("date"), starts("daily"), starts("far")) == (1, 1, 0), 8)
    laptop.await_course("run", "start end", 90)
    laptop.await_course("span", "start end", 120)
    came = laptop.records("span")[0]["up"]
    laptop.check("a span counts the same seconds", began + 75 <= came <= submitted + 75 + SLACK, (began, submitted, came))
    stop = laptop.await_course("budget", "start stop", 120)
    records = laptop.records("budget")
    came = stop["up"] - records[0]["up"]
    # The budget counts from the start, which the run writes down when it comes to it.
    laptop.check("so does a time budget", 60 - SLACK <= came <= 60 + SLACK and stop["reason"] == "timeBudget", records)

    laptop.submit("zone", schedule={"cron": "30 4 * * *"})
    dues = {}
    for zone in ("Etc/UTC", "Asia/Tokyo", "America/New_York"):
        laptop.run(f"timedatectl set-timezone {zone}")
        want = laptop.run(f"date --date=04:30 +%s").strip()
        dues[zone] = laptop.until(
            f"in {zone} it is due at half past four there",
            lambda: (int(laptop.run(f"date --date={laptop.known('zone')['due']} +%s")) - int(want)) % 86400 == 0
            and laptop.known("zone")["due"])
    laptop.check("these are three instants", len(set(dues.values())) == 3, dues)
    laptop.check("the same daemon all along", laptop.run("systemctl show --property=NRestarts --value bgrund").strip() == "0")
