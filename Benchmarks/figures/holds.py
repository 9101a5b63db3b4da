"""How long the daemon is busy at a stretch with what one user may ask of it, and how long another one waits meanwhile."""

import contextlib
import multiprocessing
import os
import re
import shutil
import time

from figures.schedules import meter
from harness import report
from harness.varlink import Connection

TITLE = "Holds"
CROWD, OTHER = 1001, 1002  # they need no account: no job of theirs is to start
JOBS = 1000
PLACES = 32
LIMIT = 20e6  # ns
PAUSE = 0.02  # s between two questions of the other user
CALM = 0.5  # s after an answer in which what it has brought about is done
MINUTE = 75  # s that hold a full minute of the daemon's clock, and all that comes of it
# When the daemon went back to wait, and for how long.
WAIT = re.compile(r"^(\d+) +(\d+\.\d+) (?:epoll_p?wait\(|<\.\.\. epoll_p?wait resumed>).*<(\d+\.\d+)>$")
CUT = re.compile(r"^(\d+) +(\d+\.\d+) epoll_p?wait\(.*<unfinished")


def measure(bench):
    if not bench.is_root or shutil.which("strace") is None:
        return [], ["not measured: two users need root, and strace has to be there"]
    with contextlib.ExitStack() as stack:
        log = bench.disk / bench.new_name()
        daemon = bench.daemon(stack, under=["strace", "--seccomp-bpf", "-f", "-ttt", "-T", "-o", log,
                                            "-e", "trace=epoll_wait,epoll_pwait"])
        bench.memory.chmod(0o711)
        crowd = connect(stack, daemon, CROWD)
        with Watcher(connect(stack, daemon, OTHER)) as other:
            acts = {"nothing": lambda: time.sleep(2), **asked(crowd)}
            spans = {what: span(act) for what, act in acts.items()}
        return [*rows(spans, Holds(log), other), *alone(bench)], [
            f"a user submits {JOBS} jobs that each wait for room in {PLACES} places of their own, and asks for all that one may",
            "hold: from the end of one wait of the loop to the beginning of the next, by strace, which adds a little",
            f"status: the longest that another user waited for an answer, every {PAUSE * 1000:.0f} ms"]


def asked(crowd):
    """What the user does, by what is told of it."""
    def call(method, **parameters):
        return lambda: crowd.call(method, **parameters)

    return {
        f"{JOBS} submits": lambda: submit(crowd), "a full minute": lambda: time.sleep(MINUTE),
        "status": call("Status"), "conditions": call("Conditions"), "doctor": call("Doctor"),
        "forecast": call("Forecast"), "pause of all": call("Pause"), "unpause of all": call("Unpause"),
        "disable of all": call("Disable"), "enable of all": call("Enable"), "cancel of all": call("Cancel", all=True)}


def submit(crowd):
    for number in range(JOBS):
        places = [{"path": f"/{number}/{place}", "atLeast": "1"} for place in range(PLACES)]
        first, *others = ({"freeSpace": places[start:start + 8]} for start in range(0, PLACES, 8))
        crowd.send("Submit", descriptor={
            "identifier": f"job{number}", "command": ["/bin/true"], "requires": {**first, "anyOf": others}})
        if number % 64 == 63:
            for _ in range(64):
                crowd.receive()
    for _ in range(JOBS % 64):
        crowd.receive()


def connect(stack, daemon, user):
    os.setegid(user)
    os.seteuid(user)
    try:
        return daemon.connect(stack)
    finally:
        os.seteuid(0)
        os.setegid(0)


def span(act):
    began = time.time()
    act()
    time.sleep(CALM)
    return began, time.time()


def rows(spans, holds, other):
    for what, (began, ended) in spans.items():
        yield report.limited(f"{what}: longest hold", holds.longest(began, ended), LIMIT, report.milliseconds)
        yield report.Row(f"{what}: another user's status", report.milliseconds(other.longest(began, ended)))


def alone(bench):
    """The longest turns of the scheduler without store and processes, by what the jobs wait for."""
    longest = {}
    for shape, what, nanoseconds, *_ in (line.split("\t") for line in meter(bench, ["holds", str(JOBS)])):
        longest[shape] = max(longest.get(shape, (0, "")), (int(nanoseconds), what))
    for shape, (nanoseconds, what) in longest.items():
        yield report.limited(f"scheduler alone, {shape}: longest turn ({what})", nanoseconds, LIMIT, report.milliseconds)


class Holds:
    """When the daemon was busy, from what strace has written."""

    def __init__(self, log):
        self.spans, daemon, cut, back = [], None, None, None
        for line in log.read_text(errors="replace").splitlines():
            daemon = daemon or line.split()[0]
            if not line.startswith(f"{daemon} "):
                continue
            if match := CUT.match(line):
                cut = float(match[2])
            elif match := WAIT.match(line):
                began = cut if "resumed>" in line else float(match[2])
                if back is not None:
                    self.spans.append((back, began))
                back = began + float(match[3])

    def longest(self, began, ended):
        """In nanoseconds."""
        return max((end - start for start, end in self.spans if began <= end and start <= ended), default=0) * 1e9


class Watcher:
    """A user who asks for the status again and again, in a process of their own: reading the crowd's answers takes time too."""

    def __init__(self, connection):
        self.connection = connection
        self.answers = []
        self.over = multiprocessing.Event()
        self.told, self.telling = multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.get_context("fork").Process(target=self.watch)

    def __enter__(self):
        self.process.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.answers = self.told.recv()
        self.process.join()

    def watch(self):
        answers = []
        while not self.over.wait(PAUSE):
            began = time.time()
            self.connection.call("Status")
            answers.append((began, time.time()))
        self.telling.send(answers)

    def longest(self, began, ended):
        """In nanoseconds."""
        return max((end - start for start, end in self.answers if began <= end and start <= ended), default=0) * 1e9
