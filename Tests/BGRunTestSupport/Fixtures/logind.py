"""python-dbusmock's logind, with what its template lacks.

Inhibitors know the process that holds them and can be refused, and the Manager has the properties that are read. As logind's own, its IdleHint
is no while a block against it is there; and it may notice only after other work that a lock was let go.
"""
import os

import dbus
import dbus.service
from dbusmock import MOCK_IFACE, mockobject
from dbusmock.templates import logind
from dbusmock.templates.logind import (  # noqa: F401
    AddSeat, AddSession, AddUser, BUS_NAME, ListUsers, MAIN_IFACE, MAIN_OBJ, SYSTEM_BUS)
from gi.repository import GLib

inhibitors = []
# Those that were let go, and noticed right before so many more looks at the list.
gone = []
lingers = [0]
idle = [False]
refusals = set()
asked = []


def load(mock, parameters):
    logind.load(mock, parameters)
    mock.AddProperties(MAIN_IFACE, {
        "LidClosed": False,
        "InhibitDelayMaxUSec": dbus.UInt64(5000000),
        "BlockInhibited": "",
    })
    mockobject.inhibitors = inhibitors
    print("ready", flush=True)


def tell_blocks(mock):
    blocked = ":".join(sorted(what for what, _, _, mode, _, _ in inhibitors if mode == "block"))
    is_blocked = any("idle" in what.split(":") for what, _, _, mode, _, _ in inhibitors if mode == "block")
    mock.UpdateProperties(MAIN_IFACE, {"BlockInhibited": blocked, "IdleHint": dbus.Boolean(idle[0] and not is_blocked)})


@dbus.service.method(MAIN_IFACE, in_signature="ssss", out_signature="h", sender_keyword="sender")
def Inhibit(self, what, who, why, mode, sender=None):
    asked.append(what)
    if what in refusals:
        raise dbus.exceptions.DBusException(
            "Permission denied", name="org.freedesktop.DBus.Error.AccessDenied")
    bus = dbus.SystemBus()
    process = bus.get_object("org.freedesktop.DBus", "/org/freedesktop/DBus").GetConnectionUnixProcessID(
        sender, dbus_interface="org.freedesktop.DBus")
    reader, writer = os.pipe()
    inhibitor = (what, who, why, mode, dbus.UInt32(0), dbus.UInt32(process))
    inhibitors.append(inhibitor)
    tell_blocks(self)

    def drop(descriptor, _condition):
        os.close(descriptor)
        gone.append((inhibitor, self))
        if lingers[0] == 0:
            forget_gone()
        return False

    GLib.unix_fd_add_full(GLib.PRIORITY_HIGH, reader, GLib.IO_HUP, drop)
    # The answer has a copy of it; ours is not to keep the lock.
    lock = dbus.types.UnixFd(writer)
    os.close(writer)
    return lock


def forget_gone():
    while gone:
        inhibitor, mock = gone.pop()
        inhibitors.remove(inhibitor)
        tell_blocks(mock)


@dbus.service.method(MAIN_IFACE, in_signature="", out_signature="a(ssssuu)")
def ListInhibitors(self):
    # It is noticed before the look, so behind an IdleHint that still counts it there may be a list without it.
    lingers[0] = max(lingers[0] - 1, 0)
    if lingers[0] == 0:
        forget_gone()
    return dbus.Array(inhibitors, signature="(ssssuu)")


@dbus.service.method(MOCK_IFACE, in_signature="u", out_signature="")
def Linger(self, count):
    lingers[0] = int(count)


@dbus.service.method(MAIN_IFACE, in_signature="", out_signature="a(susso)")
def ListSessions(self):
    if "ListSessions" in refusals:
        raise dbus.exceptions.DBusException(
            "Permission denied", name="org.freedesktop.DBus.Error.AccessDenied")
    return logind.ListSessions(self)


@dbus.service.method(MOCK_IFACE, in_signature="b", out_signature="")
def SetIdle(self, is_idle):
    idle[0] = bool(is_idle)
    tell_blocks(self)


@dbus.service.method(MOCK_IFACE, in_signature="s", out_signature="")
def Refuse(self, what):
    refusals.add(what)


@dbus.service.method(MOCK_IFACE, in_signature="s", out_signature="")
def Admit(self, what):
    refusals.remove(what)


@dbus.service.method(MOCK_IFACE, in_signature="", out_signature="u")
def Inhibits(self):
    return len(asked)
