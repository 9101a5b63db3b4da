"""A program under callgrind: the instructions it executes, and how often each of its functions is called."""

import re
import shutil
from collections import Counter
from dataclasses import dataclass, field

# Hashes differ from one process to the next, and with them the length of a search; a count is not to.
ENVIRONMENT = {"SWIFT_DETERMINISTIC_HASHING": "1"}
CALLEE = re.compile(r"^c?fn=\((\d+)\)(?: (\S+))?")
CALLS = re.compile(r"^calls=(\d+)")


@dataclass
class Profile:
    instructions: int = 0
    calls: Counter = field(default_factory=Counter)  # by the functions' symbols


def command(log):
    """What stands before a program's own command line."""
    if shutil.which("valgrind") is None:
        raise FileNotFoundError("valgrind is not installed: make deps")
    return ["valgrind", "-q", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={log}"]


def read(log):
    """The profile that a program has left behind. A function that calls itself is counted with each call."""
    profile, names, callee = Profile(), {}, None
    for line in log.read_text(errors="replace").splitlines():
        if match := CALLEE.match(line):
            number, name = match.groups()
            if name is not None:
                names[number] = name.partition("'")[0]
            callee = names[number]
            profile.calls.setdefault(callee, 0)
        elif match := CALLS.match(line):
            profile.calls[callee] += int(match[1])
        elif line.startswith("totals: "):
            profile.instructions = int(line.split()[1])
    return profile
