"""Durable submits per second, over one connection and by sixteen at once."""

import contextlib
import re
import shutil
import subprocess

from harness import report
from harness.bench import DEADLINE

TITLE = "Durable submits per second"
CONNECTIONS = 16


def measure(bench):
    rounds, jobs = (3, 100) if bench.is_quick else (15, 400)
    rates = {"disk": [], 1: [], CONNECTIONS: []}
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack)
        submit = bench.tool(stack, "submit", daemon.socket_path)
        disk = bench.tool(stack, "disk", bench.disk / "disk.log")
        for round_ in range(rounds + 1):
            times = {"disk": disk.ask(jobs)}
            for width in (1, CONNECTIONS):
                times[width] = submit.ask(f"{jobs} {width} {bench.new_name()}")
            if round_ > 0:
                for name, nanoseconds in times.items():
                    rates[name].append(jobs * 1e9 / int(nanoseconds))
        syncs = {width: count_syncs(bench, daemon, submit, width) for width in (1, CONNECTIONS)}
    show = report.per_second
    rows = []
    for width in (1, CONNECTIONS):
        label = "one connection" if width == 1 else f"{width} connections at once"
        rows.append(report.compared(f"{label}, beside plain fdatasync", report.median(rates[width]),
                                    report.median(rates["disk"]), show))
        if syncs[width] is not None:
            rows.append(report.Row(f"{label}: fdatasync for each submit", f"{syncs[width]:.2f}"))
    return rows, [
        f"median of {rounds} rounds of {jobs}, by turns; the yardstick appends 512 bytes to a file of the same disk",
        "higher is better here"]


def count_syncs(bench, daemon, submit, width):
    """How many syncs a submit takes, from a small run of its own under strace; None where there is no strace."""
    if shutil.which("strace") is None:
        return None
    jobs = 160
    log = bench.memory / bench.new_name()
    command = ["strace", "-f", "-p", str(daemon.pid), "-e", "trace=fdatasync,fsync", "-o", str(log)]
    with contextlib.ExitStack() as stack:
        tracer = bench.spawn(stack, bench.new_name(), command, stderr=subprocess.PIPE, text=True)
        # It says so once it is attached.
        tracer.stderr.readline()
        submit.ask(f"{jobs} {width} {bench.new_name()}")
        tracer.terminate()
        tracer.wait(DEADLINE)
        tracer.stderr.close()
    return len(re.findall(r"\bf(?:data)?sync\(", log.read_text())) / jobs
