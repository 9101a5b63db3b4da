"""One virtual machine: QEMU, its monitor, its disk, and the agent that runs commands in it."""
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import time

from . import writelog
from .channel import PATIENCE, Channel, Gone

PORTAL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "portal.py")


class Monitor:
    """QEMU's monitor: a command, an answer."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rw")
        self.lines.readline()
        self("qmp_capabilities")

    def __call__(self, command, **arguments):
        self.lines.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.lines.flush()
        for line in self.lines:
            answer = json.loads(line)
            if "error" in answer:
                raise Gone(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
        raise Gone("QEMU closed its monitor")


class Machine:
    """A machine on an image (a folder with a kernel, an initramfs and a disk), with what it writes in a folder of its own.

    `cuttable`: each write is kept in a log, so that its power may be cut.
    """

    def __init__(self, image, folder, cuttable=False, append=""):
        self.image, self.folder, self.cuttable, self.append = image, folder, cuttable, append
        self.base = os.path.join(image, "disk.raw")
        self.process = self.monitor = self.channel = None
        os.makedirs(folder, exist_ok=True)

    def at(self, name):
        return os.path.join(self.folder, name)

    # ---- on and off ----

    def launch(self, state=None, clock="utc"):
        """Starts QEMU, with the memory of a saved machine if there is one, and with what the clock on its board says."""
        if not os.path.exists(self.at("run.qcow2")):
            subprocess.run(
                ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", self.base, self.at("run.qcow2")], check=True)
        open(self.at("writes.log"), "wb").close()
        disk = {"driver": "qcow2", "node-name": "disk", "file": {"driver": "file", "filename": self.at("run.qcow2")}}
        if self.cuttable:
            disk = {"driver": "blklogwrites", "node-name": "logged", "file": disk,
                    "log": {"driver": "file", "filename": self.at("writes.log")}}
        for name in ("monitor", "agent"):
            if os.path.exists(self.at(name)):
                os.unlink(self.at(name))
        portal = f"{sys.executable} {PORTAL} {self.at('portal')}"
        command = [
            # It does not outlive who plays.
            "setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64", "-nodefaults", "-no-user-config", "-display", "none",
            "-machine", "pc", "-accel", "tcg,thread=multi", "-cpu", "Nehalem,+rdrand,+invtsc", "-smp", "2", "-m", "1280",
            "-rtc", f"base={clock}",
            "-kernel", os.path.join(self.image, "vmlinuz"), "-initrd", os.path.join(self.image, "initrd.img"),
            "-append", "console=ttyS0 quiet loglevel=4 mitigations=off random.trust_cpu=on net.ifnames=0 panic=-1 "
                       # What goes wrong while it wakes is in console.log too.
                       "no_console_suspend "
                       # QEMU 7.2 may leave rubbish in the flags after a cmpxchg16b. A kernel that is interrupted just then goes
                       # on with them, and falls over (6.12 does so now and then as it wakes). Swift's programs do need it.
                       "clearcpuid=cx16 "
                       + self.append,
            "-chardev", f"file,id=console,path={self.at('console.log')},append=on", "-serial", "chardev:console",
            "-qmp", f"unix:{self.at('monitor')},server=on,wait=off",
            "-device", "virtio-serial-pci", "-device", "virtio-rng-pci",
            "-chardev", f"socket,id=agent,path={self.at('agent')},server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=bgrun.agent",
            # Closed: an address, a way to nowhere, and at 10.0.2.100 a page that says whether all of the network is there.
            "-netdev", f"user,id=net0,restrict=on,guestfwd=tcp:10.0.2.100:80-cmd:{portal}",
            "-device", "virtio-net-pci,id=nic0,netdev=net0",
            "-blockdev", json.dumps(disk), "-device",
            f"virtio-blk-pci,drive={disk['node-name']},write-cache=on,discard=off,write-zeroes=off",
        ]
        if state:
            command += ["-incoming", f"exec:cat {state}"]
        self.monitor = self.channel = None
        with open(self.at("qemu.log"), "ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.monitor = self.connected(Monitor, "monitor")
        self.channel = self.connected(Channel, "agent")

    def connected(self, kind, name):
        end = time.monotonic() + 20 * PATIENCE
        while True:
            try:
                return kind(self.at(name))
            except (FileNotFoundError, ConnectionRefusedError):
                if self.process.poll() is not None or time.monotonic() > end:
                    with open(self.at("qemu.log")) as log:
                        raise Gone(f"QEMU did not start: {log.read()[-500:]}") from None
                time.sleep(0.02)

    def boot(self, within=180, clock="utc"):
        """Switches it on; it answers once its agent does."""
        self.launch(clock=clock)
        return self.await_agent(within)

    def await_agent(self, within=180):
        try:
            return self.channel.hellos.get(timeout=within * PATIENCE)
        except queue.Empty:
            raise Gone(f"the guest has not come up within {within} s; see console.log") from None

    def restore(self, saved):
        """Goes on from where another machine was saved."""
        self.base = os.path.join(saved, "disk.raw")
        self.launch(os.path.join(saved, "memory"))
        self.await_move(lambda: self.state() != "inmigrate", "the saved machine was not read")
        self.monitor("cont")
        self.channel.ask(ping=None)
        self.channel.ask(run=f"date --set=@{time.time():.3f}")

    def save(self, folder):
        """Keeps disk and memory in a folder, and ends."""
        self.channel.ask(run="sync")
        self.monitor("stop")
        os.makedirs(folder)
        self.monitor("migrate", uri=f"exec:cat >{os.path.join(folder, 'memory')}")
        self.await_move(
            lambda: self.monitor("query-migrate").get("status") in ("completed", "failed"), "the machine was not saved")
        if self.monitor("query-migrate")["status"] == "failed":
            raise Gone("the machine could not be saved")
        self.kill()
        subprocess.run(
            ["qemu-img", "convert", "-O", "raw", self.at("run.qcow2"), os.path.join(folder, "disk.raw")], check=True)

    @staticmethod
    def await_move(is_over, failure, within=60):
        """Waits until QEMU has read or written a machine's memory."""
        end = time.monotonic() + within * PATIENCE
        while not is_over():
            if time.monotonic() > end:
                raise Gone(f"{failure} within {within} s")
            time.sleep(0.02)

    def kill(self):
        """Ends QEMU at once; what the guest has not written yet is lost, what it has is not."""
        if self.is_on():
            os.kill(self.process.pid, signal.SIGKILL)
        if self.process:
            self.process.wait()
        if self.channel:
            self.channel.close()
        self.process = None

    def is_on(self):
        """Whether there is somebody to ask."""
        return self.process is not None and self.process.poll() is None

    def await_off(self, within=120):
        """Waits until it has switched itself off."""
        try:
            self.process.wait(within * PATIENCE)
        except subprocess.TimeoutExpired:
            raise Gone(f"the machine has not switched itself off within {within} s") from None
        self.kill()

    def cut(self, lose, seed, amid=False):
        """Cuts the power, and makes the disk what it is then; gives how many pieces of 4 KiB were lost.

        `amid`: not before something was written and not flushed.
        """
        if not self.cuttable:
            raise ValueError("no log of writes is kept of this machine")
        if amid:
            writelog.await_unflushed(self.at("writes.log"), 10)
        self.kill()
        own = self.at("disk.raw")
        if self.base != own:
            subprocess.run(["cp", "--sparse=always", "--reflink=auto", self.base, own], check=True)
            self.base = own
        lost = writelog.apply(self.at("writes.log"), own, lose, seed)
        os.unlink(self.at("run.qcow2"))
        return lost

    def remove(self):
        """Ends it and removes all that it wrote."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    # ---- hardware ----

    def state(self):
        """"running", "suspended" and others, as QEMU has it."""
        return self.monitor("query-status")["status"]

    def wake(self):
        self.monitor("system_wakeup")

    def cable(self, plugged):
        self.monitor("set_link", name="nic0", up=plugged)

    def portal(self, captive):
        """Whether the page at 10.0.2.100 is what was asked for, or a login of somebody's."""
        if captive:
            open(self.at("portal"), "w").close()
        elif os.path.exists(self.at("portal")):
            os.unlink(self.at("portal"))
