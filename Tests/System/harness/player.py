"""Plays stories side by side, keeps what is needed to understand those that fail, and prints a table."""
import concurrent.futures
import functools
import importlib.util
import os
import shutil
import signal
import sys
import time
import traceback

from .channel import Gone
from .laptop import Laptop, Untrue
from .workshop import HERE


class Story:
    """A file of stories/: its first line says what for, `play(laptop, shop)` tells it, and constants say what it needs."""

    def __init__(self, path, part=1):
        self.name = self.whole = os.path.basename(path)[:-3].replace("_", "-")
        place = importlib.util.spec_from_file_location(f"stories.{self.name}", path)
        module = importlib.util.module_from_spec(place)
        place.loader.exec_module(module)
        self.purpose, self.tell = module.__doc__.splitlines()[0], module.play
        # A long one is told in parts, side by side, each with a number.
        self.parts = getattr(module, "PARTS", 1)
        if self.parts > 1:
            self.name, self.tell = f"{self.whole}-{part}", functools.partial(module.play, part=part)
        # The saved machine that it begins with: "ready", or "bare", without the package.
        self.begins = getattr(module, "BEGINS", "ready")
        # Part of the short form; cuts the power; how long it takes, in seconds, so that the longest begin first.
        self.short, self.cuttable = getattr(module, "SHORT", False), getattr(module, "CUTTABLE", False)
        self.takes = getattr(module, "TAKES", 60)
        # It waits nearly all the time, so it takes no lane.
        self.quiet = getattr(module, "QUIET", False)
        # The suites that it can be played on; None: all.
        self.suites = getattr(module, "SUITES", None)


def stories():
    folder = os.path.join(HERE, "stories")
    found = {}
    for path in sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".py")):
        for part in range(1, Story(path).parts + 1):
            story = Story(path, part)
            found[story.name] = story
    return found


class Result:
    def __init__(self, story, seconds, fault):
        self.story, self.seconds, self.fault = story, seconds, fault


def tell(shop, story):
    """Plays one story on a machine of its own."""
    logs = os.path.join(shop.logs, story.name)
    shutil.rmtree(logs, ignore_errors=True)
    os.makedirs(logs)
    began, machine, fault = time.monotonic(), None, None
    with open(os.path.join(logs, "transcript.log"), "w") as transcript:
        try:
            machine = shop.machine(story)
            laptop = Laptop(machine, transcript)
            if os.environ.get("BREAK"):
                laptop.run(os.environ["BREAK"])
            story.tell(laptop, shop)
        except (Untrue, Gone) as untrue:
            fault = str(untrue)
        except Exception:
            fault = traceback.format_exc()
        if fault:
            transcript.write(f"\n{fault}\n")
            if machine:
                laptop.keep(logs)
        if machine:
            console = machine.at("console.log")
            if fault and os.path.exists(console):
                shutil.copy(console, logs)
            machine.remove()
    return Result(story, time.monotonic() - began, fault)


def play(shop, chosen, lanes):
    began = time.monotonic()
    try:
        shop.open()
        signal.signal(signal.SIGTERM, lambda *_: leave(shop))
        print(f"{shop.suite} with {os.path.basename(shop.package)} is ready after {time.monotonic() - began:.0f} s",
              flush=True)
        results = []
        longest = sorted(chosen, key=lambda story: -story.takes)
        quiet = sum(story.quiet for story in chosen) or 1
        pool = concurrent.futures.ThreadPoolExecutor
        with pool(lanes) as busy, pool(quiet) as beside:
            begun = [(beside if story.quiet else busy).submit(tell, shop, story) for story in longest]
            for done in concurrent.futures.as_completed(begun):
                results.append(done.result())
                print_result(results[-1])
    finally:
        shop.close()
    failed = [result for result in results if result.fault]
    print_table(results, time.monotonic() - began)
    if failed:
        print(f"what was done, the journal, the daemon's decisions and the console: {shop.logs}/STORY/")
    return 1 if failed else 0


def leave(shop):
    """Ends at once, and waits for no story. The machines end with this program."""
    shop.close()
    os._exit(128 + signal.SIGTERM)


def print_result(result):
    print(f"{'FAILED' if result.fault else 'passed'}  {result.story.name:12} {result.seconds:5.0f} s", flush=True)
    if result.fault:
        for line in result.fault.splitlines():
            print(f"    {line[:400]}{' …' if len(line) > 400 else ''}", flush=True)


def print_table(results, seconds):
    print(f"\n{'story':12} {'result':8} {'time':>7}  what it is about")
    for result in sorted(results, key=lambda result: result.story.name):
        word = "FAILED" if result.fault else "passed"
        print(f"{result.story.name:12} {word:8} {result.seconds:5.0f} s  {result.story.purpose[:44]}")
    failed = sum(1 for result in results if result.fault)
    print(f"{len(results)} stories, {failed} failed, in {seconds:.0f} s")


def enter(shop, story):
    """Reads shell lines and runs them in a fresh machine, until the end of its input."""
    machine = None
    try:
        shop.open()
        machine = shop.machine(story or next(iter(stories().values())))
        laptop = Laptop(machine, open(os.devnull, "w"))
        print("a line is a shell line in the guest; @plug, @unplug, @sleep, @wake, @reboot; end with Control-D")
        for line in sys.stdin:
            word = line.strip()
            done = {"@plug": lambda: laptop.power(True), "@unplug": lambda: laptop.power(False), "@sleep": laptop.sleep,
                    "@wake": laptop.wake, "@reboot": laptop.reboot}.get(word)
            if done:
                done()
            elif word:
                status, out, err = laptop.attempt(word, within=600)
                print(out + err + (f"status {status}" if status else ""), flush=True)
    finally:
        if machine:
            machine.remove()
        shop.close()
    return 0
