"""From the kernel's message to the job's first instruction, among a thousand jobs that wait for other things."""

import contextlib
import time

from figures.begin import Ours
from figures.power import stopped
from figures.schedules import meter, tens
from harness import bus, process, report, waiting
from harness.laptop import Laptop, Network

TITLE = "Requirements"
# What is measured is the road, not the wait that the policy prescribes before a gain counts.
POLICY = {"settle": {"externalPower": "0s", "network": "0s"}}
SETTLED = 0.1  # s from the request to the event
LIMIT = 1.5
CROWD = 100_000
OPENINGS = (100, 1_000)


def measure(bench):
    rows, notes = [], []
    if bench.is_root:
        rows, notes = event_rows(bench)
    else:
        notes = ["events not measured: an invented laptop needs root"]
    rows += change_rows(bench)
    rows += cost_rows(bench)
    rows += opening_rows(bench)
    return rows, notes + [
        "changes: median turn in which the lid opens, the one in which it closes, and asking for the next wake-up then;",
        "  beside the same without any other job. Those who ask share one combination of requirements, or each has its own",
        "submit, cancel, start: median, 99th percentile, worst of whole turns, in the scheduler without store or processes"]


# Events

def event_rows(bench):
    laptop, network = Laptop(), Network()
    with contextlib.ExitStack() as stack:
        environment, bus_note = bus.start(bench, stack)
        daemons = {name: bench.daemon(stack, policy=POLICY, environment=environment) for name in ("crowd", "alone")}
        waiting.submit(bench, daemons["crowd"])
        rows = [
            report.Row(f"{waiting.JOBS} waiting jobs: anonymous memory",
                       report.kibibytes(process.memory(daemons["crowd"].pid)["anon"]),
                       report.kibibytes(process.memory(daemons["alone"].pid)["anon"]))]
        contestants = {name: Ours(bench, daemon.connect(stack), daemon.connect(stack))
                       for name, daemon in daemons.items()}
        for label, trigger, keys, change in (
                ("power", "power", {"requiresExternalPower": True}, laptop.set_online),
                ("network", "network", {"requiresNetwork": True}, network.set_route)):
            change(0)
            yardstick = bench.starter(stack, trigger)
            pids = {name: daemon.pid for name, daemon in daemons.items()} | {"yardstick": yardstick.pid}
            delays = race(bench, contestants, yardstick, pids, keys, change)
            rows += delay_rows(label, delays)
    runs = 20 if bench.is_quick else 100
    return rows, [
        f"{runs} runs each, by turns; {bench.cgroup_note}", bus_note,
        f"events: from the kernel's message; among {waiting.JOBS} jobs that wait for 12 kinds of requirements"]


def race(bench, contestants, yardstick, pids, keys, change):
    runs = 20 if bench.is_quick else 100
    starts = {name: lambda ours=ours: start_ours(bench, ours, keys, change) for name, ours in contestants.items()}
    for kind in ("full", "bare"):
        starts[kind] = lambda kind=kind: start_yardstick(bench, yardstick, kind, change)
    delays = {name: [] for name in starts}
    # The first round is for warming up.
    for round_ in range(runs + 1):
        for name, start in starts.items():
            own = pids.get(name, pids["yardstick"])
            with contextlib.ExitStack() as stack:
                # All hear every event; those whose turn it is not stand still meanwhile.
                for pid in pids.values():
                    if pid != own:
                        stack.enter_context(stopped(pid))
                delay = start()
                change(0)
                # What the loss brings about is not to be in the next one's way.
                time.sleep(0.01)
            if round_ > 0:
                delays[name].append(delay)
    return delays


def start_ours(bench, ours, keys, change):
    ours.submit(**keys)
    ours.waits.send("Wait", identifier=ours.identifier)
    time.sleep(SETTLED)
    event = change(1)
    _, boot = bench.fifo.read()
    ours.waits.receive()
    return boot - event


def start_yardstick(bench, yardstick, kind, change):
    assert yardstick.ask(f"{kind} 0") == "armed"
    time.sleep(SETTLED)
    event = change(1)
    _, boot = bench.fifo.read()
    assert yardstick.line() == "done"
    return boot - event


def delay_rows(label, delays):
    medians = {name: report.median(values) for name, values in delays.items()}
    high = {name: report.percentile(values, 0.95) for name, values in delays.items()}
    show = report.microseconds
    return [
        report.compared(f"{label}: median, beside udev or rtnetlink + fdatasync + cgroup + clone3",
                        medians["crowd"], medians["full"], show, LIMIT),
        report.compared(f"{label}: 95th percentile, beside the same", high["crowd"], high["full"], show),
        report.compared(f"{label}: median, beside clone3 alone", medians["crowd"], medians["bare"], show),
        report.compared(f"{label}: median, beside bgrund without waiting jobs", medians["crowd"],
                        medians["alone"], show),
    ]


# The scheduler alone

def change_rows(bench):
    rounds = 11 if bench.is_quick else 51
    times = {}
    for line in meter(bench, ["changes", CROWD, rounds]):
        asking, is_shared, combinations, *values = (int(word) for word in line.split("\t"))
        times[asking, is_shared, combinations] = values
    rows = []
    for (asking, is_shared, combinations), values in times.items():
        if combinations == 0:
            continue
        alone = times[asking, is_shared, 0]
        rows.append(report.Row(
            f"a change that {asking} of {CROWD} jobs ask for, {'shared' if is_shared else 'own'}; "
            f"others on {combinations}",
            ", ".join(tens(value) for value in values) + " us",
            ", ".join(tens(value) for value in alone) + " us",
            f"{values[0] / alone[0]:.2f}x", "as without others"))
    return rows


def cost_rows(bench):
    count = 300 if bench.is_quick else 2_000
    costs, sizes, rows = {}, {}, []
    crowds = (1_000, 10_000, CROWD)
    for jobs in crowds:
        for kind, combinations in (("one requirement", 0), ("12 combinations", 12), ("each its own", jobs)):
            for line in meter(bench, ["needs", jobs, count, combinations]):
                name, *values = line.split("\t")
                if name == "bytes":
                    sizes[kind] = int(values[0])
                elif combinations > 0:
                    costs[name, kind, jobs] = [int(value) for value in values]
    for kind, size in sizes.items():
        rows.append(report.Row(f"memory of one of {CROWD} pending jobs in the scheduler, {kind}", report.bytes_(size)))
    for (name, kind, jobs), values in costs.items():
        rows.append(report.Row(
            f"one {name} among {jobs} jobs, {kind}", ", ".join(tens(value) for value in values) + " us",
            ratio=f"{values[0] / costs[name, kind, crowds[0]][0]:.2f}x", target="flat or logarithmic"))
    return rows


def opening_rows(bench):
    rows = []
    for jobs in OPENINGS:
        for line in meter(bench, ["openings", jobs]):
            name, *values = line.split("\t")
            if name == "opened":
                rows.append(report.Row(
                    f"{jobs} jobs open by one change, {values[0]} combination: each, till its end",
                    f"{tens(int(values[1]))} us"))
            elif name == "looks":
                rows.append(report.Row(f"a turn while {jobs} due jobs wait for looks", f"{tens(int(values[0]))} us"))
            elif name == "wakeups":
                rows.append(report.limited(f"{jobs} such jobs: wake-ups in ten minutes", int(values[0]), 10,
                                           report.count))
    return rows
