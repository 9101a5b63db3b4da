"""A program under callgrind: the instructions it executes, and how often each of its functions is called."""

import re
import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

# Hashes differ from one process to the next, and with them the length of a search; a count is not to.
ENVIRONMENT = {"SWIFT_DETERMINISTIC_HASHING": "1"}
CALLEE = re.compile(r"^c?fn=\((\d+)\)(?: (\S+))?")
CALLS = re.compile(r"^calls=(\d+)")
OBJECT = re.compile(r"^(c?)ob=\((\d+)\)(?: (.+))?")
PAGE = 4096


@dataclass
class Profile:
    instructions: int = 0
    calls: Counter = field(default_factory=Counter)  # by the functions' symbols
    pages: set = field(default_factory=set)  # of the program's own code that were executed


def command(log):
    """What stands before a program's own command line."""
    if shutil.which("valgrind") is None:
        raise FileNotFoundError("valgrind is not installed: make deps")
    return ["valgrind", "-q", "--tool=callgrind", "--demangle=no", "--dump-instr=yes", "--compress-pos=no",
            f"--callgrind-out-file={log}"]


def read(log):
    """The profile that a program has left behind. A function that calls itself is counted with each call."""
    profile, names, callee, objects, program, place = Profile(), {}, None, {}, None, None
    for line in log.read_text(errors="replace").splitlines():
        if line.startswith("0x"):
            if place == program:
                profile.pages.add(int(line.split(maxsplit=1)[0], 16) // PAGE)
        elif match := CALLEE.match(line):
            number, name = match.groups()
            if name is not None:
                names[number] = name.partition("'")[0]
            callee = names[number]
            profile.calls.setdefault(callee, 0)
        elif match := CALLS.match(line):
            profile.calls[callee] += int(match[1])
        elif match := OBJECT.match(line):
            is_callee, number, path = match.groups()
            path = objects.setdefault(number, path)
            place = place if is_callee else path
        elif line.startswith("cmd: "):
            program = str(Path(line.split()[1]).resolve())
        elif line.startswith("totals: "):
            profile.instructions = int(line.split()[1])
    return profile
