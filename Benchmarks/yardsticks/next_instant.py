"""What the next instant of a cron expression costs others: croniter and cronsim, from PyPI.

For each line "ZONE TAB EXPRESSION" on standard input one line: the median nanoseconds of both, "-" for one that does not
read the expression. Reading it is not counted. Run by the Python of .venv, which has them.
"""

import random
import statistics
import sys
import time
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from croniter import croniter
from cronsim import CronSim

FIRST = int(datetime(2020, 1, 1, tzinfo=timezone.utc).timestamp())
# Neither looks further than some decades ahead, and 29 February comes every fourth year.
LAST = int(datetime(2090, 1, 1, tzinfo=timezone.utc).timestamp())


def with_croniter(text, start):
    iterator = croniter(text, start)
    return lambda: iterator.get_next(datetime)


def with_cronsim(text, start):
    iterator = CronSim(text, start)
    return lambda: next(iterator)


def median(prepare, text, starts):
    times = []
    for start in starts:
        try:
            next_instant = prepare(text, start)
        except Exception:
            return "-"
        began = time.perf_counter_ns()
        next_instant()
        times.append(time.perf_counter_ns() - began)
    return str(int(statistics.median(times)))


def main():
    count = int(sys.argv[1])
    for line in sys.stdin:
        zone, text = line.rstrip("\n").split("\t")
        chance = random.Random(1)
        starts = [datetime.fromtimestamp(chance.randrange(FIRST, LAST), ZoneInfo(zone)) for _ in range(count)]
        print(median(with_croniter, text, starts), median(with_cronsim, text, starts), sep="\t", flush=True)


if __name__ == "__main__":
    main()
