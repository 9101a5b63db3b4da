"""packaging/link-order, what a daemon at work calls and writes: how the list is made, and how old it has become."""

import contextlib
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from . import callgrind
from .bench import BENCHMARKS, RELEASE

LIST = BENCHMARKS.parent / "packaging" / "link-order"
SCHEDULES = (
    {"every": "2s"}, {"cron": "30 2 * * 1-5", "timeZone": "Europe/Berlin"}, {"calendar": "Mon..Fri 02:30"})
RUNS = 30
# As nm(1) calls them. Other variables are relocated at the start, nearly all of them: their order is of no use.
FUNCTIONS, VARIABLES = "tTwW", "bB"
HEAD = """\
# The functions that bgrund at work calls, then the variables that it changes, by their symbols: put side
# by side, they take up fewer pages of memory. Written by Benchmarks/link-order.
"""


@dataclass(frozen=True)
class Symbol:
    address: int
    size: int
    kind: str
    name: str


def symbols(kinds):
    """The symbols of the release build that are of these kinds (nm(1)), in the order of their addresses."""
    command = ["nm", "--numeric-sort", "--print-size", RELEASE / "bgrund"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    found = [Symbol(int(words[0], 16), int(words[1], 16), words[2], words[3])
             for words in map(str.split, lines) if len(words) == 4 and words[2] in kinds]
    if not found:
        raise LookupError(f"{RELEASE}/bgrund has no symbols; make it with \"make release\"")
    return found


def submit_all(connection):
    for delay in ("+30d", "+1s", "+2s"):
        submit(connection, f"job{delay[1:]}", earliestBeginDate=delay)
    for number, schedule in enumerate(SCHEDULES):
        submit(connection, f"schedule{number}", schedule=schedule)
    time.sleep(5)
    connection.call("Status")


def submit(connection, identifier, **keys):
    connection.call("Submit", descriptor={"identifier": identifier, "command": ["/nonexistent"], **keys})


def called(bench):
    """The symbols of what is called in a start, some submits, and runs that fail: a program under valgrind can't start
    another."""
    log = bench.disk / bench.new_name()
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack, under=callgrind.command(log), environment=callgrind.ENVIRONMENT)
        submit_all(daemon.connect(stack))
    return callgrind.read(log).calls.keys()


def changed(bench):
    """The symbols of variables that the file has no bytes for, and that are not zero after the same work and some runs."""
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack)
        submit_all(daemon.connect(stack))
        bench.run_jobs(daemon, RUNS)
        base = load_address(daemon.pid)
        with open(f"/proc/{daemon.pid}/mem", "rb", buffering=0) as memory:
            return {symbol.name for symbol in symbols(VARIABLES) if any(at(memory, base + symbol.address, symbol.size))}


def at(file, offset, size):
    file.seek(offset)
    return file.read(size)


def load_address(pid):
    return int(Path(f"/proc/{pid}/maps").read_text().partition("-")[0], 16)


def write(bench):
    """Writes the list anew; how many symbols it has."""
    functions, variables = called(bench), changed(bench)
    chosen = [symbol.name for symbol in symbols(FUNCTIONS) if symbol.name in functions]
    chosen += [symbol.name for symbol in symbols(VARIABLES) if symbol.name in variables]
    chosen = list(dict.fromkeys(chosen))
    LIST.write_text(HEAD + "".join(f"{name}\n" for name in chosen))
    return len(chosen)


def age(bench):
    """Of the functions that run, how many in a hundred the list does not name; of its names, how many are gone."""
    functions = {symbol.name for symbol in symbols(FUNCTIONS)}
    known = functions | {symbol.name for symbol in symbols(VARIABLES)}
    named = {line for line in LIST.read_text().splitlines() if not line.startswith("#")}
    running = functions & called(bench)
    return {
        "link-order.unnamed-percent": 100 * len(running - named) // len(running),
        "link-order.gone-percent": 100 * len(named - known) // len(named),
    }
