"""What a task costs that a program registers: from the power event to its handler, submits, and an idle host."""

import contextlib
import os
import subprocess
import time

from figures.begin import Ours
from figures.power import POLICY, SETTLED
from harness import process, report
from harness.bench import Tool
from harness.laptop import Laptop
from harness.varlink import Refused

TITLE = "Tasks of applications"
TASK = "org.bench.task"
HOSTS = 40  # a user may have 64
HOST_LIMIT = 2048  # bytes of the daemon's memory
WINDOW = 30  # s
LEFT = 0.2  # s in which a started host has left after its task


def measure(bench):
    meter = Meter(bench)
    rows, notes = handlers(bench, meter) if bench.is_root else ([], ["handlers: an invented power supply needs root"])
    for figure in (submits, hosts):
        more = figure(bench, meter)
        rows += more[0]
        notes += more[1]
    return rows, notes


class Meter:
    """Tests/TaskMeter, as a host or as a program that only submits."""

    def __init__(self, bench):
        self.bench = bench
        self.program = bench.linked("TaskMeter")

    def permit(self, stack, daemon, application):
        connection = daemon.connect(stack, "org.bgrun.Applications")
        connection.call("Permit", manifest={
            "application": application, "command": [str(self.program), str(self.bench.fifo.path), TASK],
            "tasks": {TASK: {"gracePeriod": "1s"}}, "spacing": "0s"})

    def start(self, stack, daemon, application, serves):
        words = [self.program, self.bench.fifo.path if serves else "-", TASK]
        return Tool(self.bench.spawn(
            stack, self.bench.new_name(), words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            env={**os.environ, "BGRUN_SOCKET": daemon.socket_path, "BGRUN_APPLICATION": application}))


def handlers(bench, meter):
    runs = 20 if bench.is_quick else 100
    laptop = Laptop()
    laptop.set_online(0)
    # A started host leaves with its task, so the next one is started again.
    policy = POLICY | {"applications": {"linger": "0s"}}
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack, policy=policy)
        ours = Ours(bench, daemon.connect(stack), daemon.connect(stack))
        for application in ("org.bench.alive", "org.bench.started"):
            meter.permit(stack, daemon, application)
        alive = meter.start(stack, daemon, "org.bench.alive", serves=True)
        client = meter.start(stack, daemon, "org.bench.started", serves=False)
        contestants = {
            "job": lambda: ours.submit(requiresExternalPower=True, kind="processing"),
            "alive": lambda: submit(alive), "started": lambda: submit(client)}
        delays = {name: [] for name in contestants}
        for round_ in range(runs + 1):
            for name, ask in contestants.items():
                ask()
                time.sleep(SETTLED)
                event = laptop.set_online(1)
                _, boot = bench.fifo.read()
                if name == "job":
                    # It may be over already.
                    with contextlib.suppress(Refused):
                        ours.waits.call("Wait", identifier=ours.identifier)
                time.sleep(LEFT)
                laptop.set_online(0)
                if round_ > 0:
                    delays[name].append(boot - event)
    rows = []
    for name, label in (("alive", "host alive"), ("started", "host started")):
        for share, words in ((0.5, "median"), (0.95, "95th percentile")):
            rows.append(report.compared(
                f"power event to handler, {label}: {words}, beside a bare program",
                report.percentile(delays[name], share), report.percentile(delays["job"], share), report.microseconds))
    return rows, [
        f"handlers: {runs} runs each, by turns; {bench.cgroup_note}",
        "beside: bgrund's own start of a program without any library, a job of the same kind"]


def submit(tool):
    answer = tool.ask("power")
    assert answer == "submitted", answer


def submits(bench, meter):
    rounds, count = (5, 50) if bench.is_quick else (30, 200)
    cold, opened, whole = [], [], []
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack)
        meter.permit(stack, daemon, "org.bench.submits")
        for _ in range(rounds):
            with contextlib.ExitStack() as program:
                begin = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
                client = meter.start(program, daemon, "org.bench.submits", serves=False)
                first, = client.ask("submit 1").split()
                whole.append(time.clock_gettime_ns(time.CLOCK_MONOTONIC) - begin)
                cold.append(int(first))
                opened += [int(word) for word in client.ask(f"submit {count}").split()]
    show = report.microseconds
    return [
        report.Row("submit, cold: connects, and is known", show(report.median(cold))),
        report.Row("submit over an open connection", show(report.median(opened))),
        report.Row("the program from its start to its first submit's answer", show(report.median(whole))),
    ], [f"submits: median of {rounds} programs with {count} more submits each; each is durable before its answer"]


def hosts(bench, meter):
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack)
        meter.permit(stack, daemon, "org.bench.hosts")
        connection = daemon.connect(stack, "org.bgrun.Applications")
        # What the first ones need once is not what one more takes.
        attach(bench, meter, stack, daemon, connection, 20)
        before = process.memory(daemon.pid)["anon"]
        guests = attach(bench, meter, stack, daemon, connection, HOSTS)
        each = (process.memory(daemon.pid)["anon"] - before) * 1024 / HOSTS
        time.sleep(5)
        watched = {"the program": guests[-1].pid, "bgrund": daemon.pid}
        early = {name: process.context_switches(pid) for name, pid in watched.items()}
        time.sleep(WINDOW)
        late = {name: process.context_switches(pid) for name, pid in watched.items()}
        return [
            report.limited("an attached host: memory of bgrund", each, HOST_LIMIT, report.bytes_),
            *(report.limited(f"attached and idle, {name}: wakeups in {WINDOW} s", late[name] - early[name], 0, report.count)
              for name in watched),
        ], [f"hosts: {HOSTS} idle programs more"]


def attach(bench, meter, stack, daemon, connection, count):
    """Starts that many programs, and waits until the daemon knows all of them."""
    known = hosts_known(connection)
    guests = [meter.start(stack, daemon, "org.bench.hosts", serves=True) for _ in range(count)]
    while hosts_known(connection) < known + count:
        time.sleep(0.1)
    return guests


def hosts_known(connection):
    application, = connection.call("ListApplications")["applications"]
    return len(application["hosts"])
