"""Memory, threads, binary, and the time from exec to READY=1."""

import contextlib

from harness import process, report
from harness.bench import RELEASE

TITLE = "Memory, threads, start"
JOBS = 10_000
ANON_LIMIT = 0.6 * 1024  # KiB
RSS_LIMIT = 8.5 * 1024  # KiB
JOB_LIMIT = 1024  # bytes
START_LIMIT = 3_000_000  # ns
JOB_START_LIMIT = 10_000  # ns


def measure(bench):
    runs = 5 if bench.is_quick else 21
    rows = [report.Row("binary", report.kibibytes((RELEASE / "bgrund").stat().st_size / 1024))]
    empty = daemon_rows(bench, rows, "no jobs", None)
    crowded_state = bench.crowded_state(JOBS)
    crowded = daemon_rows(bench, rows, f"{JOBS} pending jobs", crowded_state)
    rows.append(report.limited(
        "anonymous memory of a pending job", (crowded["anon"] - empty["anon"]) * 1024 / JOBS, JOB_LIMIT,
        report.bytes_))
    rows += start_rows(bench, runs, crowded_state)
    return rows, [f"start: median of {runs}, from exec to READY=1; anonymous memory is what can't be dropped"]


def daemon_rows(bench, rows, label, state):
    """Measures a daemon right after its start and after a busy hour's work; the first reading."""
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack, state)
        fresh = memory_rows(rows, label, daemon.pid, has_floor=state is None)
        busy_jobs = 60 if bench.is_quick else 300
        bench.run_jobs(daemon, busy_jobs)
        memory_rows(rows, f"{label}, after {busy_jobs} runs", daemon.pid, has_floor=state is None)
    return fresh


def memory_rows(rows, label, pid, has_floor):
    reading = process.memory(pid)
    show = report.kibibytes
    if has_floor:
        rows.append(report.limited(f"{label}: anonymous memory", reading["anon"], ANON_LIMIT, show))
        rows.append(report.limited(f"{label}: resident memory", reading["rss"], RSS_LIMIT, show))
    else:
        rows.append(report.Row(f"{label}: anonymous memory", show(reading["anon"])))
        rows.append(report.Row(f"{label}: resident memory", show(reading["rss"])))
    rows.append(report.Row(f"{label}: proportional, private", f"{reading['pss']}, {show(reading['uss'])}"))
    rows.append(report.limited(f"{label}: threads", process.threads(pid), 1, report.count))
    return reading


def start_rows(bench, runs, crowded_state):
    states = {0: bench.disk / bench.new_name(), JOBS: crowded_state}
    commands = {jobs: bench.daemon_command(state)[1] for jobs, state in states.items()}
    times = {jobs: [] for jobs in states}
    # The first start makes the database; it does not count.
    for round_ in range(runs + 1):
        for jobs, command in commands.items():
            nanoseconds = bench.time_to_ready(command)
            if round_ > 0:
                times[jobs].append(nanoseconds)
    empty, crowded = (report.median(times[jobs]) for jobs in (0, JOBS))
    return [
        report.limited("start, no jobs", empty, START_LIMIT, report.milliseconds),
        report.Row(f"start, {JOBS} pending jobs", report.milliseconds(crowded)),
        report.limited("start, for each stored job", (crowded - empty) / JOBS, JOB_START_LIMIT,
                       lambda value: f"{value / 1000:.1f} us"),
    ]
