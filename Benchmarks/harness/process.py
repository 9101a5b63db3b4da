"""What the kernel tells of a process."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def _fields(path):
    """The `Name: value` lines of a file under /proc; of a size, its KiB."""
    pairs = (line.split(":", 1) for line in Path(path).read_text().splitlines() if ":" in line)
    return {name: value.split()[0] if value.split() else "" for name, value in pairs}


def threads(pid):
    return len(os.listdir(f"/proc/{pid}/task"))


def context_switches(pid):
    """Of all threads, voluntary and not: each wakeup ends in one."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        status = _fields(f"/proc/{pid}/task/{task}/status")
        total += int(status["voluntary_ctxt_switches"]) + int(status["nonvoluntary_ctxt_switches"])
    return total


def cpu_nanoseconds(pid):
    """Time on a processor, from the scheduler's own count."""
    tasks = os.listdir(f"/proc/{pid}/task")
    return sum(int(Path(f"/proc/{pid}/task/{task}/schedstat").read_text().split()[0]) for task in tasks)


def memory(pid):
    """What is anonymous, resident (Rss), proportional (Pss) and private (Uss), in KiB. Counted page by page, unlike the
    sums in `status`, which lag behind."""
    rollup = _fields(f"/proc/{pid}/smaps_rollup")
    return {
        "anon": int(rollup["Anonymous"]),
        "rss": int(rollup["Rss"]),
        "pss": int(rollup["Pss"]),
        "uss": int(rollup["Private_Clean"]) + int(rollup["Private_Dirty"]),
    }
