"""System calls, opened files and syncs of a run and of a submit, as strace sees them."""

import contextlib
import re
import shutil
import statistics
import subprocess

from harness.bench import DEADLINE

RUNS = 40
SUBMITS = 160
CONNECTIONS = 16
# Without cgroups a run's processes are looked for among all of the machine.
WITH_CGROUPS = ("run.system-calls", "run.opens")
CALL = re.compile(r"^(\d+) +(\w+)\(")
OPENS = {"open", "openat", "openat2"}
SYNCS = {"fsync", "fdatasync"}
# A run begins where the daemon reads that it is submitted.
BEGINNING = "org.bgrun.Scheduler.Submit"


def count(bench):
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack)
        # What is done once, the first time, is not what a run takes.
        bench.run_jobs(daemon, 20)
        runs = by_run(traced(bench, daemon, lambda: bench.run_jobs(daemon, RUNS)))
        submit = bench.tool(stack, "submit", daemon.socket_path)
        figures = {
            "run.system-calls": statistics.median_low(len(names) for names in runs),
            "run.opens": statistics.median_low(sum(name in OPENS for name in names) for names in runs),
            "run.syncs": statistics.median_low(sum(name in SYNCS for name in names) for names in runs),
        }
        for width, name in ((1, "one-by-one"), (CONNECTIONS, f"{CONNECTIONS}-at-once")):
            calls = traced(bench, daemon, lambda: submit.ask(f"{SUBMITS} {width} {bench.new_name()}"))
            figures[f"{SUBMITS}-submits.{name}.syncs"] = sum(name in SYNCS for _, name, _ in calls)
    if bench.cgroup is None:
        for name in WITH_CGROUPS:
            del figures[name]
    return figures


def traced(bench, daemon, work):
    """Each system call of the daemon, and of its children until they execute: process, name, line."""
    if shutil.which("strace") is None:
        raise FileNotFoundError("strace is not installed: make deps")
    log = bench.memory / bench.new_name()
    command = ["strace", "-f", "-s", "64", "-p", str(daemon.pid), "-o", str(log)]
    with contextlib.ExitStack() as stack:
        tracer = bench.spawn(stack, bench.new_name(), command, stderr=subprocess.PIPE, text=True)
        tracer.stderr.readline()  # It says so once it is attached.
        work()
        tracer.terminate()
        tracer.wait(DEADLINE)
        tracer.stderr.close()
    calls, executed = [], set()
    for line in log.read_text(errors="replace").splitlines():
        match = CALL.match(line)
        if match and match[1] not in executed:
            calls.append((*match.groups(), line))
            if match[2] == "execve":
                executed.add(match[1])
    return calls


def by_run(calls):
    """The calls' names from one submit to the next; what comes before the first and after the last is cut off."""
    runs = []
    for _, name, line in calls:
        if BEGINNING in line and name in ("read", "recvmsg", "recvfrom"):
            runs.append([])
        if runs:
            runs[-1].append(name)
    return runs[:-1]
