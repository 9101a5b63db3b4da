"""Memory, threads, binary, and the time from exec to READY=1."""

import contextlib

from harness import process, report
from harness.bench import RELEASE

TITLE = "Memory, threads, start"
JOBS = 10_000
ANON_LIMIT = 850_000 / 1024  # KiB
RSS_LIMIT = 9_000_000 / 1024  # KiB
JOB_LIMIT = 512  # bytes
START_LIMIT = 4_000_000  # ns
JOB_START_LIMIT = 3_000  # ns


def measure(bench):
    runs = 5 if bench.is_quick else 21
    rows = [report.Row("binary", report.kibibytes((RELEASE / "bgrund").stat().st_size / 1024))]
    empty_state, crowded_state = bench.empty_state(), bench.crowded_state(JOBS)
    empty = daemon_rows(bench, rows, "no jobs", empty_state, has_floor=True)
    crowded = daemon_rows(bench, rows, f"{JOBS} pending jobs", crowded_state, has_floor=False)
    rows.append(report.limited(
        "anonymous memory of a pending job", (crowded["anon"] - empty["anon"]) * 1024 / JOBS, JOB_LIMIT,
        report.bytes_))
    rows += start_rows(bench, runs, {0: empty_state, JOBS: crowded_state})
    return rows, [f"start: median of {runs}, from exec to READY=1; anonymous memory is what can't be dropped"]


def daemon_rows(bench, rows, label, state, has_floor):
    """Measures a daemon right after its start and after a busy hour's work; the first reading."""
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack, state)
        fresh = memory_rows(rows, label, daemon.pid, has_floor)
        busy_jobs = 60 if bench.is_quick else 300
        bench.run_jobs(daemon, busy_jobs)
        memory_rows(rows, f"{label}, after {busy_jobs} runs", daemon.pid, has_floor)
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


def start_rows(bench, runs, states):
    commands = {jobs: bench.daemon_command(state)[1] for jobs, state in states.items()}
    commands["bare"] = [bench.programs["start"], bench.disk / "bare.sqlite", bench.memory / "bare"]
    times = {name: [] for name in commands}
    # The first round is for warming up.
    for round_ in range(runs + 1):
        for name, command in commands.items():
            nanoseconds = bench.time_to_ready(command)
            if round_ > 0:
                times[name].append(nanoseconds)
    medians = {name: report.median(values) for name, values in times.items()}
    show = report.milliseconds
    return [
        report.limited("start, no jobs", medians[0], START_LIMIT, show),
        report.compared("the same, beside a C program with SQLite and udev", medians[0], medians["bare"], show),
        report.Row(f"start, {JOBS} pending jobs", show(medians[JOBS])),
        report.limited("start, for each stored job", (medians[JOBS] - medians[0]) / JOBS, JOB_START_LIMIT,
                       lambda value: f"{value / 1000:.1f} us"),
    ]
