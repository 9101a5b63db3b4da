"""From the power event to the job's first instruction."""

import contextlib
import os
import signal
import time

from figures.begin import Ours, rows
from harness.laptop import Laptop

TITLE = "From the power event to the job's first instruction"
# What is measured is the road, not the wait that the policy prescribes before power counts.
POLICY = {"settle": {"externalPower": "0s"}}
SETTLED = 0.1  # s from the request to the event


def measure(bench):
    if not bench.is_root:
        return [], ["not measured: an invented power supply needs root"]
    runs = 20 if bench.is_quick else 100
    laptop = Laptop()
    laptop.set_online(0)
    with contextlib.ExitStack() as stack:
        daemon = bench.daemon(stack, policy=POLICY)
        ours = Ours(bench, daemon.connect(stack), daemon.connect(stack))
        yardstick = bench.starter(stack, "power")
        contestants = {
            "ours": lambda: start_ours(bench, laptop, ours),
            "full": lambda: start_yardstick(bench, laptop, yardstick, "full"),
            "bare": lambda: start_yardstick(bench, laptop, yardstick, "bare"),
        }
        delays = {name: [] for name in contestants}
        for round_ in range(runs + 1):
            for name, start in contestants.items():
                # Both hear every event; the one whose turn it is not stands still meanwhile.
                with stopped(yardstick.pid if name == "ours" else daemon.pid):
                    delay = start()
                    laptop.set_online(0)
                if round_ > 0:
                    delays[name].append(delay)
    return rows(delays), [
        f"{runs} runs each, by turns; {bench.cgroup_note}",
        "ours reads all supplies again at the event and just before the start; the yardstick reads one file once"]


@contextlib.contextmanager
def stopped(pid):
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def start_ours(bench, laptop, ours):
    ours.submit(requiresExternalPower=True)
    ours.waits.send("Wait", identifier=ours.identifier)
    time.sleep(SETTLED)
    event = laptop.set_online(1)
    _, boot = bench.fifo.read()
    ours.waits.receive()
    return boot - event


def start_yardstick(bench, laptop, yardstick, kind):
    assert yardstick.ask(f"{kind} 0") == "armed"
    time.sleep(SETTLED)
    event = laptop.set_online(1)
    _, boot = bench.fifo.read()
    assert yardstick.line() == "done"
    return boot - event
