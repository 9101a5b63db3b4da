"""A system bus of our own, with the tests' mocks of logind, NetworkManager and power-profiles-daemon on it."""

import subprocess

from .bench import BENCHMARKS, DEADLINE

SCRIPT = BENCHMARKS.parent / "Tests" / "BGRunTestSupport" / "Fixtures" / "bus.py"
PYTHON = "/usr/bin/python3"  # python-dbusmock is the distribution's
COMMANDS = ("start-bus", "start-logind", "start-network", "start upower", "start profiles", "add 1 0")


def start(bench, stack):
    """The environment for daemons that are to use it, and what to say of it."""
    if subprocess.run([PYTHON, "-c", "import dbusmock"], stderr=subprocess.DEVNULL).returncode != 0:
        return {}, "without a system bus: python3-dbusmock is not installed"
    folder = bench.memory / bench.new_name()
    folder.mkdir()
    script = subprocess.Popen(
        [PYTHON, "-B", SCRIPT, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    stack.callback(stop, script)
    for command in COMMANDS:
        script.stdin.write(command.replace(" ", "\t") + "\n")
        answer = script.stdout.readline().strip()
        if answer != "done":
            raise ChildProcessError(f"the bus answers to {command}: {answer or 'nothing'}")
    return ({"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder}/bus"},
            "with mocks of logind, NetworkManager, UPower and power-profiles-daemon on a bus of their own")


def stop(script):
    """At the end of its input it ends its services; a signal would come in between."""
    script.stdin.close()
    script.wait(DEADLINE)
    script.stdout.close()
