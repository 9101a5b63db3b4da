"""The charger is plugged in and out: jobs start, stop, freeze and go on at the times that B-8 names."""
from harness.laptop import SLACK, SUPPLY

SHORT = True
TAKES = 120


def play(laptop, shop):
    laptop.power(False)
    laptop.submit("plug", seconds=15, requiresExternalPower=True, schedule={"every": "6h"}, timeBudget="10m")
    laptop.until("it waits for power alone", lambda: laptop.blockers("plug") == ["externalPower"])

    plugged = laptop.power(True)
    laptop.await_course("plug", "start")
    came = laptop.records("plug")[0]["up"] - plugged
    laptop.check("it starts once power has settled for 5 s", 4.5 <= came <= 5 + SLACK, came)

    unplugged = laptop.power(False)
    stop = laptop.await_course("plug", "start stop")
    came = stop["up"] - unplugged
    laptop.check("it is told to stop 2 s after power is lost", 1.5 <= came <= 2 + SLACK, came)
    laptop.check("it can read why", stop["reason"] == "requirementLost:externalPower", stop)
    job = laptop.until("the run has ended", lambda: (job := laptop.known("plug"))["state"] == "due" and job)
    laptop.check("it is interrupted, and still due", job["lastRun"]["outcome"] == "interrupted", job["lastRun"])

    laptop.run(f"cd {SUPPLY}; for n in 1 2 3; do for s in on off; do echo $s >ac_online; "
               "echo $s >usb_online; sleep 1; done; done; echo discharging >battery_status")
    laptop.stays("a loose plug starts nothing", lambda: laptop.course("plug") == "start stop", 8)

    laptop.power(True)
    laptop.await_course("plug", "start stop start")
    laptop.run(f"cd {SUPPLY}; echo off >ac_online; echo off >usb_online; sleep 0.5; "
               "echo on >ac_online; echo on >usb_online")
    laptop.await_course("plug", "start stop start end")
    job = laptop.until("it is planned anew", lambda: (job := laptop.known("plug"))["state"] == "scheduled" and job)
    laptop.check("a dip of half a second ends nothing", job["lastRun"]["outcome"] == "succeeded", job["lastRun"])
    came = laptop.outcomes("plug")
    laptop.check("history has both runs", came == ["interrupted", "succeeded"], came)

    laptop.submit("frozen", seconds=6, requiresExternalPower=True, onRequirementLost="freeze")
    laptop.await_course("frozen", "start")
    laptop.power(False)
    laptop.until("a run that asked for it is frozen", lambda: laptop.known("frozen")["state"] == "frozen")
    group = laptop.records("frozen")[0]["group"]
    events = laptop.run(f"cat /sys/fs/cgroup{group}/cgroup.events")
    laptop.check("the kernel has it frozen", "frozen 1" in events, events)
    laptop.stays("a frozen run does nothing", lambda: laptop.course("frozen") == "start", 8)
    laptop.power(True)
    laptop.await_course("frozen", "start end")

    laptop.run(f"cd {SUPPLY}; echo 50 >battery_capacity")
    laptop.submit("level", requires={"batteryLevel": 60})
    laptop.until("it waits for the battery", lambda: laptop.blockers("level") == ["batteryLevel"])
    laptop.run(f"cd {SUPPLY}; echo 65 >battery_capacity")
    laptop.await_course("level", "start end")
