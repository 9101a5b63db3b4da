"""What callgrind counts: the instructions of starts, the runtime's searches for conformances, the link order's age."""

import contextlib
import subprocess

from harness import callgrind, link_order
from harness.bench import RELEASE

# Called once after each search through all conformances of the program; an answer from the cache comes without.
SEARCHED = "_ZN16ConformanceState11cacheResult"


def count(bench):
    return {**started(bench), **asked(bench), **link_order.age(bench)}


def started(bench):
    """The daemon's start with a state it has used before, and its end."""
    state, log = bench.empty_state(), bench.disk / bench.new_name()
    with contextlib.ExitStack() as stack:
        bench.daemon(stack, state, under=callgrind.command(log), environment=callgrind.ENVIRONMENT)
    profile = callgrind.read(log)
    return {**figures("start", profile), "start.code-pages": len(profile.pages)}


def asked(bench):
    """`bgrun status` of a daemon without jobs."""
    log = bench.disk / bench.new_name()
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack)
        subprocess.run(
            [*callgrind.command(log), RELEASE / "bgrun", "status"], check=True, stdout=subprocess.DEVNULL,
            env={"PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket_path, **callgrind.ENVIRONMENT})
    return figures("status", callgrind.read(log))


def figures(name, profile):
    return {
        f"{name}.kilo-instructions": profile.instructions // 1000,
        f"{name}.conformance-searches": sum(
            calls for symbol, calls in profile.calls.items() if symbol.startswith(SEARCHED)),
    }
