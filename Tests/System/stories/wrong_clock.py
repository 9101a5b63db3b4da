"""A clock without a battery: it begins in 1970, then in 2036, and is set right minutes later; nothing runs again for that."""
import time

TAKES = 240
BOARD = {1970: "1970-01-01T00:00:07", 2036: "2036-02-03T04:05:06"}


def play(laptop, shop):
    def starts(*names):
        return [len(laptop.records(name, "start")) for name in names]

    def due(name):
        return laptop.run(f"date --utc --date={laptop.known(name)['due']} +%Y-%m-%d").strip()

    def begin(year):
        """Switches it off and on, with that year on its board. Nobody else sets the clock; what is true is counted on here."""
        true = laptop.clock() - time.monotonic()
        laptop.switch_off()
        laptop.machine.boot(clock=BOARD[year])
        laptop.settle()
        return true

    def set_right(true):
        laptop.run(f"date --set=@{true + time.monotonic():.3f}")

    def first_line():
        return laptop.run("bgrun status").splitlines()[0]

    laptop.run("systemctl disable --now systemd-timesyncd chrony ntp 2>/dev/null || true")
    soon = time.gmtime(laptop.clock() + 90)
    at = f"{soon.tm_min} {soon.tm_hour} * * *"
    laptop.submit("daily", schedule={"cron": at})
    laptop.submit("monotonic", earliestBeginDate="+8d")
    laptop.await_course("daily", "start end", 120)
    tomorrow = laptop.until("it is over for today", lambda: laptop.known("daily")["state"] == "scheduled" and due("daily"))

    true = begin(1970)
    laptop.check("the clock is wrong", laptop.clock() < true + time.monotonic() - 86400, laptop.clock())
    laptop.check("status says so first", "clock" in first_line(), first_line())
    status, out, _ = laptop.attempt("bgrun doctor service")
    laptop.check("and so does the doctor", status == 1 and "The clock can't be right" in out, out)
    laptop.submit("span", earliestBeginDate="+20s")
    laptop.await_course("span", "start end", 60)
    laptop.stays("in 1970 what has run does not run again", lambda: starts("daily", "monotonic") == [1, 0], 10)
    set_right(true)
    laptop.stays("once set right neither", lambda: starts("daily", "monotonic") == [1, 0], 20)
    laptop.until("and the plan is as it was", lambda: due("daily") == tomorrow, 20)
    laptop.check("nothing is said of the clock any more", "clock" not in first_line(), first_line())

    true = begin(2036)
    laptop.until("in 2036 what is due by that date runs", lambda: starts("daily", "monotonic") == [2, 1], 60)
    set_right(true)
    laptop.stays("once set right it does not run again", lambda: starts("daily", "monotonic") == [2, 1], 20)
    # Tomorrow's has had its run.
    next_day = laptop.until("and is not silent until 2036", lambda: tomorrow < due("daily") < "2027" and due("daily"), 20)
    laptop.reboot()
    laptop.stays("nor after another boot, with a clock that is right", lambda: starts("daily", "monotonic") == [2, 1], 20)
    laptop.run(f"date --set='{next_day} {soon.tm_hour:02}:{soon.tm_min:02}:00 UTC - 5 seconds'")
    laptop.until("it comes up by the true clock, once", lambda: starts("daily") == [3], 60)
    laptop.until("and then a day later", lambda: next_day < due("daily") < "2027", 30)
