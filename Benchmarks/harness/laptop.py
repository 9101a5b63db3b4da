"""An invented laptop, in name spaces of our own: a power adapter, a battery, a network, and the kernel's own messages."""

import os
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

CLASS = Path("/sys/class/power_supply")
NETLINK_KOBJECT_UEVENT = 15
RTM_NEWROUTE, RTM_DELROUTE = 24, 25
INSIDE = "BGRUN_BENCH_INSIDE"


def enter_namespaces():
    """Begins this program again in mount and network name spaces of its own: nothing outside is changed, and
    nothing that happens there is heard. Needs root."""
    if os.environ.get(INSIDE):
        return
    os.environ[INSIDE] = "1"
    command = ["unshare", "--mount", "--net", "--propagation", "private", sys.executable, *sys.argv]
    os.execvp(command[0], command)


class Laptop:
    def __init__(self):
        # Where udevd runs, its messages would be waited for, and they don't reach this name space.
        for folder in filter(os.path.isdir, ("/run/udev", CLASS)):
            subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "none", folder], check=True)
        self.kernel = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_KOBJECT_UEVENT)
        self._write("AC", type="Mains", online=1)
        self._write("BAT0", type="Battery", scope="System", present=1, status="Not charging", capacity=80)

    def _write(self, supply, **attributes):
        folder = CLASS / supply
        folder.mkdir(exist_ok=True)
        for name, value in attributes.items():
            (folder / name).write_text(f"{value}\n")

    def set_online(self, online):
        """Plugs or pulls the adapter; the boot clock's reading just before the event."""
        self._write("AC", online=online)
        path = "/devices/virtual/power_supply/AC"
        fields = [
            f"change@{path}", "ACTION=change", f"DEVPATH={path}", "SUBSYSTEM=power_supply",
            "POWER_SUPPLY_NAME=AC", f"POWER_SUPPLY_ONLINE={online}"]
        text = "".join(field + "\0" for field in fields).encode()
        # A netlink request of root of the name space: the kernel takes off the header and sends the rest to all.
        message = struct.pack("=IHHII", 16 + len(text), 16, 1, 0, 0) + text
        instant = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        self.kernel.sendto(message, (0, 0))
        return instant


class Network:
    """A cable, whose default route comes and goes."""

    GATEWAY = "192.0.2.1"

    def __init__(self):
        for command in ("link set lo up", "link add bench0 type veth peer name bench1", "link set bench1 up",
                        "link set bench0 up", "addr add 192.0.2.2/24 dev bench0"):
            subprocess.run(["ip", *command.split()], check=True)
        self.index = socket.if_nametoindex("bench0")
        self.kernel = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
        self.has_route = False

    def set_route(self, is_there):
        """Adds or takes away the default route; the boot clock's reading just before."""
        instant = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        if bool(is_there) != self.has_route:
            self.kernel.sendto(self._message(is_there), (0, 0))
            self.has_route = bool(is_there)
            # The kernel has told everyone by the time it acknowledges.
            error, = struct.unpack_from("=16xi", self.kernel.recv(4096))
            if error:
                raise OSError(-error, os.strerror(-error))
        return instant

    def _message(self, is_there):
        kind, flags = (RTM_NEWROUTE, 0x605) if is_there else (RTM_DELROUTE, 0x005)
        # The main table, static, of the universe, unicast; through the interface and the gateway.
        route = struct.pack("=BBBBBBBBI", socket.AF_INET, 0, 0, 0, 254, 4, 0, 1, 0)
        route += struct.pack("=HHI", 8, 4, self.index) + struct.pack("=HH", 8, 5) + socket.inet_aton(self.GATEWAY)
        return struct.pack("=IHHII", 16 + len(route), kind, flags, 1, 0) + route
