"""What a daemon costs that has nothing to do."""

import contextlib
import time

from harness import bus, process, report, waiting

TITLE = "Idle"
JOBS = 10_000
BUSY_JOBS = 50
CALM = 35  # s from the start on that are not counted: power is read again 30 s after its first reading
MINUTE = 60


def measure(bench):
    window = MINUTE if bench.is_quick else 2 * MINUTE
    with contextlib.ExitStack() as stack:
        busy = bench.daemon(stack)
        bench.run_jobs(busy, BUSY_JOBS)
        environment, bus_note = bus.start(bench, stack)
        needy = bench.daemon(stack, environment=environment)
        waiting.submit(bench, needy)
        looking = bench.daemon(stack)
        # What is looked at is not there, or not as low: the job waits for nothing else.
        looking.connect(stack).call("Submit", descriptor={
            "identifier": bench.new_name(), "command": ["/bin/true"], "requires": {"temperature": 1, "load": 0.01}})
        daemons = {
            f"no jobs, after {BUSY_JOBS} runs": (busy, 0),
            f"{JOBS} pending jobs": (bench.daemon(stack, bench.crowded_state(JOBS)), 0),
            f"{waiting.JOBS} jobs on 12 kinds of requirements": (needy, 0),
            "a job that waits for temperature and load": (looking, window // MINUTE),
        }
        time.sleep(CALM)
        before = {label: reading(daemon.pid) for label, (daemon, _) in daemons.items()}
        time.sleep(window)
        after = {label: reading(daemon.pid) for label, (daemon, _) in daemons.items()}
        rows = []
        for label, (daemon, limit) in daemons.items():
            wakeups, cpu = (late - early for early, late in zip(before[label], after[label]))
            rows.append(report.limited(f"{label}: wakeups in {window} s", wakeups, limit, report.count))
            rows.append(report.Row(f"{label}: processor time in {window} s", report.milliseconds(cpu)))
            rows.append(report.limited(f"{label}: threads", process.threads(daemon.pid), 1, report.count))
    return rows, [
        "wakeups: context switches of every thread, voluntary and not",
        f"requirements: {bus_note}",
        "temperature and load are looked at together, at full minutes"]


def reading(pid):
    return process.context_switches(pid), process.cpu_nanoseconds(pid)
