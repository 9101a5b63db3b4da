"""Schedules: the next instant of an expression, and 100,000 scheduled jobs in the scheduler and in the daemon."""

import contextlib
import os
import re
import shutil
import subprocess
import time

from harness import process, report
from harness.bench import BENCHMARKS

TITLE = "Schedules"
JOBS = 100_000
MEDIAN_LIMIT = 20_000  # ns
WORST_LIMIT = 1_000_000  # ns
JOB_LIMIT = 1024  # bytes
JOB_START_LIMIT = 10_000  # ns
PYTHON = BENCHMARKS.parent / ".venv" / "bin" / "python"
HOME = "Europe/Berlin"
ZONES = (HOME, "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia", "Asia/Kathmandu", "UTC")
EXPRESSIONS = (
    ("cron", "30 2 * * *"),
    ("cron", "0 9 * * 1"),
    ("cron", "* * * * *"),
    ("cron", "*/5 * * * *"),
    ("cron", "7-59/13 1-23/5 1-31/3 * *"),
    ("cron", "30 2 13 * 5"),
    ("cron", "0 3 * * 5#3"),
    ("cron", "0 3 * * L5"),
    ("cron", "0 3 L * *"),
    ("cron", "30 2 29 2 *"),
    ("calendar", "daily"),
    ("calendar", "Mon..Fri 02:30"),
    ("calendar", "*:0/5"),
    ("calendar", "*-*~01 03:00"),
    ("calendar", "*-02-29 02:30"),
    ("calendar", "Mon *-02-29 02:30"),
    ("calendar", "2020..2099-*-* 02:30"),
    ("calendar", "2099-12-31 23:59:59"),
    # Only ever in a gap: Egypt's clocks are set forward at midnight, on the last Friday of April.
    ("calendar", "Fri *-04~07/1 00:30 Africa/Cairo"),
)
CROWDS = (1_000, 10_000, 100_000)


def measure(bench):
    count = 2_000 if bench.is_quick else 20_000
    rows = next_rows(bench, count)
    rows += crowd_rows(bench)
    rows += hour_rows(bench)
    rows += request_rows(bench)
    rows += daemon_rows(bench)
    notes = [
        f"next: median, 99th percentile, worst, and worst without preemption, of {count} instants from 2020 to 2099 in",
        "  each zone; those of the zone in which each is largest. Without preemption: the slowest 20 calls again, ten",
        "  times each, the least of each. Every call includes reading the clock.",
        f"yardsticks of next, in {HOME}: median of croniter, cronsim (text read before); of systemd-analyze calendar one",
        "  instant among 1000 that follow each other, its start left out",
        "submit, cancel, start: median, 99th percentile, worst of whole turns; a start: due, started, ended, planned again",
        "the scheduler without store or processes, where nothing is said of the daemon"]
    if not PYTHON.exists():
        notes.append("beside nothing in Python: \"make deps\" installs croniter and cronsim into .venv")
    return rows, notes


# The next instant

def next_rows(bench, count):
    pairs = [(expression, zone) for expression in EXPRESSIONS for zone in zones_of(expression)]
    lines = [f"{notation}\t{zone}\t{bare(text)}" for (notation, text), zone in pairs]
    answers = meter(bench, ["next", count], lines)
    clock = columns(answers[0])[2]
    costs = {pair: columns(answer) for pair, answer in zip(pairs, answers[1:], strict=True)}
    others = other_medians(bench)
    rows = [report.Row("reading the clock", f"{clock} ns")]
    for expression in EXPRESSIONS:
        rows.append(next_row(" ".join(expression), largest(costs, lambda pair: pair[0] == expression),
                             costs[expression, zones_of(expression)[0]][1], others[expression]))
    for zone in ZONES:
        rows.append(next_row(f"all in {zone}", largest(costs, lambda pair: pair[1] == zone)))
    rows.append(report.Row("systemd-analyze calendar daily, the whole process", report.microseconds(systemd_start())))
    return rows


def zones_of(expression):
    named = zone_in(expression[1])
    return (named,) if named else ZONES


def zone_in(text):
    word = text.split()[-1]
    return word if "/" in word and word[0].isalpha() else None


def bare(text):
    named = zone_in(text)
    return text.removesuffix(named).strip() if named else text


def largest(costs, is_meant):
    """Each column's largest value."""
    return [max(values) for values in zip(*(cost[1:] for pair, cost in costs.items() if is_meant(pair)))]


def next_row(label, cost, at_home=None, others=None):
    median, high, worst, sure = cost
    row = report.Row(
        f"next: {label}", ", ".join(tens(value) for value in (median, high, worst, sure)) + " us",
        target=f"<= {MEDIAN_LIMIT / 1000:.0f} us; 1 ms",
        verdict=report.verdict(median <= MEDIAN_LIMIT and sure <= WORST_LIMIT))
    known = [value for value in others or () if value is not None]
    if known:
        row.yardstick = ", ".join("-" if value is None else tens(value) for value in others) + " us"
        row.ratio = f"{at_home / min(known):.4f}x"
    return row


def other_medians(bench):
    """What others need for an expression at home, in nanoseconds: croniter and cronsim, or systemd."""
    crons = [expression for expression in EXPRESSIONS if expression[0] == "cron"]
    found = {expression: (systemd_instant(expression[1]),) for expression in EXPRESSIONS if expression[0] != "cron"}
    if not PYTHON.exists():
        return found | {expression: () for expression in crons}
    answer = subprocess.run(
        [PYTHON, BENCHMARKS / "yardsticks" / "next_instant.py", str(30 if bench.is_quick else 200)],
        input="".join(f"{HOME}\t{text}\n" for _, text in crons), check=True, capture_output=True, text=True)
    for expression, line in zip(crons, answer.stdout.splitlines(), strict=True):
        found[expression] = tuple(None if word == "-" else int(word) for word in line.split("\t"))
    return found


def systemd_instant(text):
    """Nanoseconds for one more instant; None for what has too few of them, or where there is no systemd-analyze."""
    # Of several processes the least: what is asked for is the difference of two.
    many, few = (min(run_systemd(text, iterations) for _ in range(5)) for iterations in (1000, 1))
    if None in (many[1], few[1]) or many[1] < 100:
        return None
    return max(many[0] - few[0], 0) / (many[1] - few[1])


def run_systemd(expression, iterations):
    """Nanoseconds, and how many instants were told."""
    command = ["systemd-analyze", "calendar", "--base-time=2020-01-01", f"--iterations={iterations}", bare(expression)]
    # In the expression itself a zone costs systemd a process for each instant.
    environment = {**os.environ, "TZ": f":{zone_in(expression) or HOME}"}
    began = time.perf_counter_ns()
    try:
        answer = subprocess.run(command, capture_output=True, text=True, env=environment)
    except FileNotFoundError:
        return 0, None
    took = time.perf_counter_ns() - began
    return took, len(re.findall(r"Next elapse|Iter\. #", answer.stdout)) if answer.returncode == 0 else None


def systemd_start():
    return report.median([run_systemd("daily", 1)[0] for _ in range(21)])


# 100,000 jobs in the scheduler

def crowd_rows(bench):
    took = dict(line.split("\t") for line in meter(bench, ["crowd", JOBS]))
    labels = {
        "recovered": "started with, their plans stored",
        "replanned": "planned anew after a change of the clock",
        "submitted": "submitted one after the other",
    }
    return [
        report.Row(f"{JOBS} jobs {labels[name]}", f"{int(time_) / 1e6:.0f} ms, {int(time_) / JOBS / 1000:.2f} us each")
        for name, time_ in took.items()]


def hour_rows(bench):
    counts = {name: (int(ours), int(calendar))
              for name, ours, calendar in (line.split("\t") for line in meter(bench, ["hour", JOBS]))}
    labels = {"wakeups": "wake-ups, beside distinct instants in their schedules",
              "starts": "starts, beside occurrences"}
    return [
        report.Row(f"{JOBS} jobs, a simulated hour: {labels[name]}", str(ours), str(calendar),
                   f"{ours / calendar:.2f}x", "= 1x", report.verdict(ours == calendar))
        for name, (ours, calendar) in counts.items()]


def request_rows(bench):
    count = 300 if bench.is_quick else 3_000
    costs = {}
    for jobs in CROWDS:
        for line in meter(bench, ["requests", jobs, count]):
            name, *values = line.split("\t")
            costs[name, jobs] = [int(value) for value in values]
    rows = []
    for name in ("submit", "cancel", "start"):
        least = costs[name, CROWDS[0]][0]
        for jobs in CROWDS:
            rows.append(report.Row(
                f"one {name} among {jobs} jobs", ", ".join(tens(value) for value in costs[name, jobs]) + " us",
                ratio=f"{costs[name, jobs][0] / least:.2f}x", target="flat or logarithmic"))
    return rows


# The daemon

def daemon_rows(bench):
    runs = 3 if bench.is_quick else 11
    empty, crowded = bench.empty_state(), bench.disk / bench.new_name()
    meter(bench, ["store", JOBS, crowded])
    memory = {}
    for name, state in (("empty", empty), ("crowded", crowded)):
        with contextlib.ExitStack() as stack:
            memory[name] = process.memory(bench.daemon(stack, state).pid)
    submits = submit_row(bench, crowded)
    times = {"empty": [], "crowded": []}
    commands = {"empty": bench.daemon_command(empty)[1], "crowded": bench.daemon_command(crowded)[1]}
    # The first round is for warming up.
    for round_ in range(runs + 1):
        for name, command in commands.items():
            took = bench.time_to_ready(command)
            if round_ > 0:
                times[name].append(took)
    medians = {name: report.median(values) for name, values in times.items()}
    job = (memory["crowded"]["anon"] - memory["empty"]["anon"]) * 1024 / JOBS
    return [
        report.Row(f"daemon: start with {JOBS} scheduled jobs", report.milliseconds(medians["crowded"])),
        report.limited("daemon: start, for each scheduled job", (medians["crowded"] - medians["empty"]) / JOBS,
                       JOB_START_LIMIT, lambda value: f"{value / 1000:.1f} us"),
        report.Row(f"daemon: anonymous memory with {JOBS} scheduled jobs", report.kibibytes(memory["crowded"]["anon"])),
        report.limited("daemon: anonymous memory of a scheduled job", job, JOB_LIMIT, report.bytes_),
        submits,
    ]


def submit_row(bench, crowded):
    """Submits of one connection to a daemon with the crowd, and to one without jobs, by turns."""
    rounds, jobs = (3, 100) if bench.is_quick else (11, 400)
    times = {"crowded": [], "empty": []}
    with contextlib.ExitStack() as stack:
        # What is submitted here is not to be there for the next figure.
        copy = shutil.copytree(crowded, bench.disk / bench.new_name())
        tools = {"crowded": bench.tool(stack, "submit", bench.daemon(stack, copy).socket_path),
                 "empty": bench.tool(stack, "submit", bench.daemon(stack).socket_path)}
        for round_ in range(rounds + 1):
            for name, tool in tools.items():
                took = int(tool.ask(f"{jobs} 1 {bench.new_name()}")) / jobs
                if round_ > 0:
                    times[name].append(took)
    medians = {name: report.median(values) for name, values in times.items()}
    return report.compared(f"daemon: one durable submit among {JOBS} jobs, beside none", medians["crowded"],
                           medians["empty"], report.microseconds)


# The meter

def meter(bench, arguments, lines=()):
    """What Tests/ScheduleMeter prints."""
    with contextlib.ExitStack() as stack:
        program = bench.spawn(
            stack, bench.new_name(), [bench.built("ScheduleMeter"), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        output, _ = program.communicate("".join(f"{line}\n" for line in lines))
    if program.returncode != 0:
        raise ChildProcessError(f"the meter has ended with {program.returncode}")
    return output.splitlines()


def columns(line):
    return [int(word) if word.lstrip("-").isdigit() else word for word in line.split("\t")]


def tens(value):
    """Microseconds with as many digits as mean something."""
    return f"{value / 1000:.2f}" if value < 100_000 else f"{value / 1000:.0f}"
