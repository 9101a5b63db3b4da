"""What a daemon costs that has nothing to do."""

import contextlib
import time

from harness import process, report

TITLE = "Idle"
JOBS = 10_000
BUSY_JOBS = 50
CALM = 35  # s from the start on that are not counted: power is read again 30 s after its first reading


def measure(bench):
    window = 20 if bench.is_quick else 120
    with contextlib.ExitStack() as stack:
        busy = bench.daemon(stack)
        bench.run_jobs(busy, BUSY_JOBS)
        daemons = {
            f"no jobs, after {BUSY_JOBS} runs": busy,
            f"{JOBS} pending jobs": bench.daemon(stack, bench.crowded_state(JOBS)),
        }
        time.sleep(CALM)
        before = {label: reading(daemon.pid) for label, daemon in daemons.items()}
        time.sleep(window)
        after = {label: reading(daemon.pid) for label, daemon in daemons.items()}
        rows = []
        for label, daemon in daemons.items():
            wakeups, cpu = (late - early for early, late in zip(before[label], after[label]))
            rows.append(report.limited(f"{label}: wakeups in {window} s", wakeups, 0, report.count))
            rows.append(report.Row(f"{label}: processor time in {window} s", report.milliseconds(cpu)))
            rows.append(report.limited(f"{label}: threads", process.threads(daemon.pid), 1, report.count))
    return rows, ["wakeups: context switches of every thread, voluntary and not"]


def reading(pid):
    return process.context_switches(pid), process.cpu_nanoseconds(pid)
