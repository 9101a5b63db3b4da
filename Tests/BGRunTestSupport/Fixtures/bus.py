#!/usr/bin/python3
"""A system bus of its own, with python-dbusmock's services on it; each command is answered by one line.

  bus.py DIRECTORY        a bus whose socket is DIRECTORY/bus

Takes commands on standard input, words divided by tabs:

  start-bus, stop-bus, start-logind, stop-logind
  sleep TRUTH             logind's PrepareForSleep
  shutdown TRUTH          and its PrepareForShutdown
  forge TRUTH             the same of a stranger, to everyone by name
  garble SIGNAL           a signal of logind's with a number in it and nothing else
  set NAME TRUTH          a property of the Manager
  delay MICROSECONDS      its InhibitDelayMaxUSec
  add ID UID [CLASS]      a session opens
  state ID STATE          a session's State, without a signal
  lock ID TRUTH           a session's LockedHint
  remove ID               a session closes
  refuse WHAT             Inhibit(WHAT, ...) is refused from now on; or ListSessions
  admit WHAT              and no longer
  stranger WHAT           a stranger takes a block
  linger COUNT            that a lock was let go is noticed right before so many more looks at the list
  inhibitors              who has which lock
  inhibits, suspends      how often Inhibit and Suspend were called

  start-network, stop-network     NetworkManager
  network COMMAND [WORD]...       what network.py has it do

  start-desktop [WORD]... a server of notifications, which can do this
  stop-desktop
  choose NUMBER KEY       an action of a notification is clicked on
  close NUMBER            a notification is closed
  press NUMBER KEY        a stranger says that an action was clicked on
  notified [COUNT]        what Notify was called with, as JSON: a list of lists; once there are so many

  start MOCK, stop MOCK           upower, profiles, old-profiles or systemd
  pause WHO, resume WHO           bus, logind, network or a mock: it hangs meanwhile
  machine COMMAND [WORD]...       what machine.py has it do
  unit COMMAND [WORD]...          what units.py has it do
"""
import json
import os
import signal
import subprocess
import sys
import time

import dbus
import dbus.bus
import dbus.lowlevel

# Nothing is written beside the tests.
sys.dont_write_bytecode = True
import machine  # noqa: E402
import network  # noqa: E402
import units  # noqa: E402

directory = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
address = f"unix:path={directory}/bus"
manager = "org.freedesktop.login1.Manager"
root = "/org/freedesktop/login1"
environment = dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=address)
# Like a real system bus it passes on signals that a stranger sends to someone by name.
config = f"""<busconfig><listen>{address}</listen><policy context="default">
<allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
</policy></busconfig>"""
daemon = None
logind = None
networkmanager = None
desktop = None
others = {}
connection = None
held = []


def end(process):
    process.kill()
    process.wait()


def start_bus():
    global daemon, connection
    path = f"{directory}/bus.conf"
    with open(path, "w", encoding="utf-8") as file:
        file.write(config)
    if os.path.exists(f"{directory}/bus"):
        os.unlink(f"{directory}/bus")
    daemon = subprocess.Popen(
        ["dbus-daemon", "--nofork", "--print-address", f"--config-file={path}"], stdout=subprocess.PIPE,
        # It complains that it may not raise its limit of descriptors.
        stderr=subprocess.DEVNULL)
    daemon.stdout.readline()
    connection = dbus.bus.BusConnection(address)
    connection.set_exit_on_disconnect(False)


def start_mock(template, **parameters):
    mock = subprocess.Popen(
        # Its log would fill the pipe, of which only the first line is read.
        ["/usr/bin/python3", "-m", "dbusmock", "--logfile", f"{directory}/log", "--system",
         "--template", f"{here}/{template}.py", "--parameters", json.dumps(parameters)],
        stdout=subprocess.PIPE, env=environment)
    if mock.stdout.readline() != b"ready\n":
        sys.exit("bus: the mock did not start")
    return mock


def notified(count=0):
    deadline = time.monotonic() + 60
    calls = all_notified()
    # The mock tells of each call by a signal, which this program has no loop to hear.
    while len(calls) < count and time.monotonic() < deadline:
        time.sleep(0.01)
        calls = all_notified()
    return json.dumps([arguments for _, arguments in calls])


def all_notified():
    return connection.call_blocking(
        "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.DBus.Mock",
        "GetMethodCalls", "s", ["Notify"])


def tell_of_notification(member, signature, *arguments):
    connection.call_blocking(
        "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.DBus.Mock", "EmitSignal",
        "sssav", ["org.freedesktop.Notifications", member, signature, dbus.Array(arguments, signature="v")])


def call(path, interface, member, *arguments):
    return connection.call_blocking("org.freedesktop.login1", path, interface, member, None, arguments)


def mock(member, *arguments, path=root):
    return call(path, "org.freedesktop.DBus.Mock", member, *arguments)


def emit(member, signature, *arguments):
    mock("EmitSignal", manager, member, signature, dbus.Array(arguments, signature="v"))


def session(name):
    # As logind writes a path, in which a digit can't be first.
    return f"{root}/session/{name}"


def press(number, key):
    for name in bus_names():
        message = dbus.lowlevel.SignalMessage(
            "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "ActionInvoked")
        message.append(dbus.UInt32(number), key, signature="us")
        message.set_destination(name)
        connection.send_message(message)
    connection.flush()


def bus_names():
    bus = connection.get_object("org.freedesktop.DBus", "/org/freedesktop/DBus")
    return [name for name in bus.ListNames(dbus_interface="org.freedesktop.DBus") if name.startswith(":")]


def forge(truth):
    bus = connection.get_object("org.freedesktop.DBus", "/org/freedesktop/DBus")
    for name in bus.ListNames(dbus_interface="org.freedesktop.DBus"):
        if name.startswith(":"):
            message = dbus.lowlevel.SignalMessage(root, manager, "PrepareForSleep")
            message.append(truth, signature="b")
            message.set_destination(name)
            connection.send_message(message)
    connection.flush()


def add(name, uid, kind="user"):
    mock("AddSession", name, "seat0", dbus.UInt32(uid), f"user{uid}", True)
    mock("UpdateProperties", "org.freedesktop.login1.Session", {"Class": kind}, path=session(name))
    emit("SessionNew", "so", name, dbus.ObjectPath(session(name)))


def remove(name):
    mock("RemoveObject", dbus.ObjectPath(session(name)))
    emit("SessionRemoved", "so", name, dbus.ObjectPath(session(name)))


def set_state(name, state):
    call(session(name), "org.freedesktop.DBus.Properties", "Set", "org.freedesktop.login1.Session", "State", state)


def play(command, *words):
    global logind, networkmanager, desktop
    truth = dbus.Boolean(words[-1:] == ("1",))
    if command == "start-bus":
        start_bus()
    elif command == "stop-bus":
        end(daemon)
        for service in (logind, networkmanager, *others.values()):
            if service:
                end(service)
        logind = networkmanager = None
        others.clear()
    elif command == "start-logind":
        logind = start_mock("logind")
    elif command == "stop-logind":
        end(logind)
        logind = None
    elif command == "start-network":
        networkmanager = start_mock("networkmanager")
    elif command == "stop-network":
        end(networkmanager)
        networkmanager = None
    elif command in ("pause", "resume"):
        programs = {"bus": daemon, "logind": logind, "network": networkmanager, **others}
        programs[words[0]].send_signal(signal.SIGSTOP if command == "pause" else signal.SIGCONT)
    elif command == "network":
        return network.play(connection, *words)
    elif command == "start":
        others[words[0]] = start_mock(words[0])
    elif command == "stop":
        end(others.pop(words[0]))
    elif command == "machine":
        return machine.play(connection, *words)
    elif command == "unit":
        return units.play(connection, *words)
    elif command == "sleep":
        emit("PrepareForSleep", "b", truth)
    elif command == "shutdown":
        emit("PrepareForShutdown", "b", truth)
    elif command == "forge":
        forge(truth)
    elif command == "garble":
        emit(words[0], "u", dbus.UInt32(7))
    elif command == "linger":
        mock("Linger", dbus.UInt32(int(words[0])))
    elif command == "set" and words[0] == "IdleHint":
        mock("SetIdle", truth)
    elif command == "set":
        mock("UpdateProperties", manager, {words[0]: truth})
    elif command == "delay":
        mock("UpdateProperties", manager, {"InhibitDelayMaxUSec": dbus.UInt64(int(words[0]))})
    elif command == "add":
        add(*words)
    elif command == "state":
        set_state(*words)
    elif command == "lock":
        call(session(words[0]), "org.freedesktop.login1.Session", "SetLockedHint", truth)
    elif command == "remove":
        remove(*words)
    elif command == "refuse":
        mock("Refuse", *words)
    elif command == "admit":
        mock("Admit", *words)
    elif command == "stranger":
        held.append(call(root, manager, "Inhibit", words[0], "stranger", "a film", "block").take())
    elif command == "inhibitors":
        rows = call(root, manager, "ListInhibitors")
        return " ".join(sorted(f"{who}:{mode}:{what}" for what, who, _, mode, _, _ in rows)) or "none"
    elif command == "inhibits":
        return str(mock("Inhibits"))
    elif command == "start-desktop":
        desktop = start_mock("desktop", **({"capabilities": " ".join(words)} if words else {}))
    elif command == "stop-desktop":
        end(desktop)
        desktop = None
    elif command == "choose":
        tell_of_notification("ActionInvoked", "us", dbus.UInt32(int(words[0])), words[1])
    elif command == "press":
        press(int(words[0]), words[1])
    elif command == "close":
        tell_of_notification("NotificationClosed", "uu", dbus.UInt32(int(words[0])), dbus.UInt32(2))
    elif command == "notified":
        return notified(*(int(word) for word in words))
    elif command == "suspends":
        return str(sum(1 for row in mock("GetCalls") if row[1] == "Suspend"))
    else:
        return f"no such command: {command}"
    return "done"


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
try:
    for line in sys.stdin:
        print(play(*line.rstrip("\n").split("\t")), flush=True)
finally:
    for process in (logind, networkmanager, desktop, *others.values(), daemon):
        if process:
            end(process)
