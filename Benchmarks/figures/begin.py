"""From the earliest begin instant to the job's first instruction."""

import contextlib
import time
from datetime import datetime, timezone

from harness import report

TITLE = "From the earliest begin instant to the job's first instruction"
AHEAD = 100_000_000  # ns from the request to the instant
LIMIT = 1.5


def measure(bench):
    runs = 20 if bench.is_quick else 100
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack)
        ours = Ours(bench, daemon.connect(stack), daemon.connect(stack))
        yardstick = bench.starter(stack, "timer")
        contestants = {
            "ours": ours.start,
            "full": lambda instant: start_yardstick(bench, yardstick, "full", instant),
            "bare": lambda instant: start_yardstick(bench, yardstick, "bare", instant),
        }
        delays = {name: [] for name in contestants}
        # The first round is for warming up.
        for round_ in range(runs + 1):
            for name, start in contestants.items():
                instant = (time.time_ns() + AHEAD) // 1000 * 1000
                delay = start(instant) - instant
                if round_ > 0:
                    delays[name].append(delay)
    return rows(delays), [f"{runs} runs each, by turns; {bench.cgroup_note}"]


def rows(delays):
    """The rows for three contestants' delays; the power figure shows the same."""
    medians = {name: report.median(values) for name, values in delays.items()}
    high = {name: report.percentile(values, 0.95) for name, values in delays.items()}
    show = report.microseconds
    return [
        report.compared("median, beside timerfd or udev + fdatasync + cgroup + clone3",
                        medians["ours"], medians["full"], show, LIMIT),
        report.compared("95th percentile, beside the same", high["ours"], high["full"], show),
        report.compared("median, beside clone3 alone", medians["ours"], medians["bare"], show),
    ]


def start_yardstick(bench, yardstick, kind, instant):
    assert yardstick.ask(f"{kind} {instant}") == "armed"
    wall, _ = bench.fifo.read()
    assert yardstick.line() == "done"
    return wall


class Ours:
    def __init__(self, bench, requests, waits):
        self.bench = bench
        self.requests = requests
        self.waits = waits
        self.identifier = bench.new_name()

    def start(self, instant):
        seconds, fraction = divmod(instant, 1_000_000_000)
        date = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
        self.submit(earliestBeginDate=f"{date}.{fraction // 1000:06}Z")
        self.waits.send("Wait", identifier=self.identifier)
        wall, _ = self.bench.fifo.read()
        self.waits.receive()
        return wall

    def submit(self, **keys):
        """Submits the job. Its kind is the one that runs at normal priority, as the yardstick's child does."""
        self.requests.call("Submit", descriptor={
            "identifier": self.identifier, "kind": "refresh",
            "command": [str(self.bench.job), str(self.bench.fifo.path)], **keys})
