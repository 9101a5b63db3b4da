"""A place to measure in: scratch directories, a cgroup, the yardsticks, daemons. All of it is gone at the end."""

import contextlib
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from select import select

from .varlink import Connection, Refused

BENCHMARKS = Path(__file__).resolve().parent.parent
RELEASE = Path(os.environ.get("BUILT") or BENCHMARKS.parent / ".build" / "release")
DEADLINE = 30
YARDSTICKS = ("begin", "disk", "ready", "start", "submit")
LIBRARIES = {"begin": ["-ludev"], "start": ["-ludev", "-lsqlite3"]}
JOB_FLAGS = ["-static", "-nostdlib", "-ffreestanding", "-fno-stack-protector"]


class Bench:
    def __init__(self, directory, is_quick, is_realtime):
        self.is_quick = is_quick
        self.is_realtime = is_realtime
        self.is_root = os.geteuid() == 0
        self.stack = contextlib.ExitStack()
        # The state lies on a disk, what is gone with the boot in memory: as /var/lib and /run do.
        self.disk = self._scratch(directory)
        self.memory = self._scratch("/dev/shm")
        self.cgroup, self.cgroup_note = self._make_cgroup()
        self.job = self._compile("first_instruction", JOB_FLAGS)
        self.programs = {name: self._compile(name, []) for name in YARDSTICKS}
        self.fifo = self._make_fifo()
        self.serial = 0
        self.products = set()
        self.crowded = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stack.close()

    def _scratch(self, below):
        path = Path(tempfile.mkdtemp(prefix="bgrun-bench-", dir=below))
        self.stack.callback(shutil.rmtree, path, ignore_errors=True)
        return path

    def new_name(self):
        self.serial += 1
        return f"bench-{self.serial}"

    def _compile(self, name, flags):
        source = BENCHMARKS / "yardsticks" / f"{name}.c"
        target = self.disk / name
        command = [shutil.which("cc") or "clang", "-O2", "-Wall", *flags, "-o", target, source, *LIBRARIES.get(name, [])]
        subprocess.run(command, check=True)
        return target

    def built(self, product):
        """A program of the package that is not installed, built as the daemon is."""
        if product not in self.products:
            subprocess.run(
                [BENCHMARKS.parent / "packaging/scripts/release"], check=True, stdout=sys.stderr,
                env={**os.environ, "PRODUCTS": product})
            self.products.add(product)
        return RELEASE / product

    def linked(self, product):
        """A program of the package that links Swift as applications do: with the toolchain's shared libraries."""
        place = BENCHMARKS.parent / ".build" / "programs"
        command = ["swift", "build", "--configuration", "release", "--product", product, "--scratch-path", place]
        if product not in self.products:
            subprocess.run(command, check=True, cwd=BENCHMARKS.parent, stdout=sys.stderr)
            self.products.add(product)
        return place / "release" / product

    # cgroups

    def _make_cgroup(self):
        """A cgroup of our own below the one we are in: its path, or why there is none."""
        mount = next((line.split()[4] for line in open("/proc/self/mountinfo") if " - cgroup2 " in line), None)
        group = next((line[3:].strip() for line in open("/proc/self/cgroup") if line.startswith("0::")), None)
        if mount is None or group is None:
            return None, "without cgroups, on both sides: no cgroup v2 file system is mounted"
        path = Path(mount + group.rstrip("/")) / f"bgrun-bench-{os.getpid()}"
        try:
            path.mkdir()
            (path / "cgroup.procs").open("w").close()
        except OSError as error:
            return None, f"without cgroups, on both sides: {error}"
        self.stack.callback(self._remove_cgroup, path)
        return path, "each run in a new cgroup, on both sides"

    def _remove_cgroup(self, path):
        for folder, _, _ in os.walk(path, topdown=False):
            with contextlib.suppress(OSError):
                os.rmdir(folder)

    def _child_cgroup(self, name):
        if self.cgroup is None:
            return None
        path = self.cgroup / name
        path.mkdir(exist_ok=True)
        return path

    # processes

    def spawn(self, stack, name, command, **options):
        """Starts a program in a cgroup of its own; the stack ends it."""
        group = self._child_cgroup(name)

        def enter():
            if group is not None:
                (group / "cgroup.procs").write_text("0")
            if self.is_realtime:
                os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))

        process = subprocess.Popen([str(word) for word in command], preexec_fn=enter, **options)
        stack.callback(end, process)
        return process

    def tool(self, stack, name, *arguments, **options):
        """A yardstick that answers lines with lines."""
        process = self.spawn(
            stack, self.new_name(), [self.programs[name], *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, **options)
        return Tool(process)

    def time_to_ready(self, command):
        """Nanoseconds from exec to READY=1."""
        with contextlib.ExitStack() as stack:
            # The daemon's journal, which takes part in the time, goes where it costs least.
            ready = self.tool(stack, "ready", self.memory / "ready", *command, stderr=subprocess.DEVNULL)
            nanoseconds = int(ready.line())
            ready.process.wait(DEADLINE)
        return nanoseconds

    def starter(self, stack, trigger):
        """The bare program of begin.c, with a cgroup to make its runs' cgroups in."""
        group = self._child_cgroup(self.new_name())
        return self.tool(stack, "begin", trigger, self.job, self.fifo.path, self.disk / "record.log", group or "-")

    def daemon_command(self, state, policy=None):
        """How a daemon is started on a state directory, and where its socket is."""
        runtime = self.memory / self.new_name()
        runtime.mkdir(mode=0o755)
        socket_path = runtime / "socket"
        jobs = runtime / "jobs.d"
        jobs.mkdir()
        policy_file = runtime / "policy.json"
        # The same job is started again and again, and its distance is not what is measured.
        policy_file.write_text(json.dumps({"spacing": "0s"} | (policy or {})))
        scope = "--system" if self.is_root else "--user"
        return socket_path, [
            RELEASE / "bgrund", scope, "--socket", socket_path, "--state-directory", state,
            "--runtime-directory", runtime, "--jobs-directory", jobs, "--policy", policy_file]

    def daemon(self, stack, state=None, policy=None, environment=None, under=()):
        """A daemon that has said it is ready; `under` is a program that runs it."""
        if state is None:
            state = self.disk / self.new_name()
        socket_path, command = self.daemon_command(state, policy)
        notify_path = str(socket_path) + ".notify"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.bind(notify_path)
            notify.settimeout(DEADLINE)
            journal = open(f"{socket_path}.journal", "wb")
            process = self.spawn(
                stack, self.new_name(), [*under, *command], stdin=subprocess.DEVNULL, stdout=journal, stderr=journal,
                env={**os.environ, "NOTIFY_SOCKET": notify_path, **(environment or {})})
            journal.close()
            while b"READY=1" not in notify.recv(4096):
                pass
        return Daemon(process, str(socket_path), state)

    # jobs

    def submit_pending(self, stack, daemon, jobs, connections=16):
        """Submits that many jobs that stay pending."""
        self.tool(stack, "submit", daemon.socket_path).ask(f"{jobs} {connections} {self.new_name()}")

    def run_jobs(self, daemon, jobs):
        """Has that many jobs submitted, run and ended, one after the other, with a little output each."""
        with contextlib.ExitStack() as stack:
            connection = daemon.connect(stack)
            for _ in range(jobs):
                identifier = self.new_name()
                connection.call("Submit", descriptor={"identifier": identifier, "command": ["/bin/echo", "done"]})
                # It may be over already.
                with contextlib.suppress(Refused):
                    connection.call("Wait", identifier=identifier)

    def empty_state(self):
        """A state directory that a daemon has used before, without jobs."""
        state = self.disk / self.new_name()
        with contextlib.ExitStack() as stack:
            self.daemon(stack, state)
        return state

    def crowded_state(self, jobs):
        """A new state directory with that many pending jobs."""
        if self.crowded is None:
            self.crowded = self.disk / "crowded"
            with contextlib.ExitStack() as stack:
                self.submit_pending(stack, self.daemon(stack, self.crowded), jobs)
        copy = self.disk / self.new_name()
        shutil.copytree(self.crowded, copy)
        return copy

    def _make_fifo(self):
        return Fifo(self.memory / "first-instruction", self.stack)


class Fifo:
    """Where the job writes its clocks' readings."""

    def __init__(self, path, stack):
        self.path = path
        os.mkfifo(path, 0o622)
        self.descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        stack.callback(os.close, self.descriptor)

    def read(self):
        """The wall clock and the boot clock at the job's first instruction, in nanoseconds."""
        if not select([self.descriptor], [], [], DEADLINE)[0]:
            raise TimeoutError("the job did not start")
        return struct.unpack("=qq", os.read(self.descriptor, 16))


class Tool:
    def __init__(self, process):
        self.process = process
        self.pid = process.pid

    def ask(self, line):
        self.process.stdin.write(f"{line}\n")
        return self.line()

    def line(self):
        text = self.process.stdout.readline()
        if not text:
            raise ChildProcessError(f"{self.process.args[0]} has ended")
        return text.strip()


class Daemon:
    def __init__(self, process, socket_path, state):
        self.process = process
        self.pid = process.pid
        self.socket_path = socket_path
        self.state = state

    def connect(self, stack, interface="org.bgrun.Scheduler"):
        connection = Connection(self.socket_path, interface)
        stack.callback(connection.close)
        return connection


def end(process):
    """Ends a process we have started, kindly first."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    if process.poll() is None:
        process.send_signal(signal.SIGCONT)
        process.terminate()
    try:
        process.wait(DEADLINE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
