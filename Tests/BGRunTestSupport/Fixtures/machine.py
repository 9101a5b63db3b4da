"""What bus.py can have the mocks of logind's sessions, UPower and power-profiles-daemon do.

  session ID NAME TYPE VALUE      a property of a session, with its signal
  remote ID                       a session that has no seat
  film TRUTH                      a stranger's block against idleness, and its end
  set MOCK NAME TYPE VALUE        a property of upower, profiles or old-profiles, with its signal
  forge MOCK NAME TYPE VALUE      the same signal of a stranger, to everyone by name

TYPE is b, t or s.
"""
import os

import dbus
import dbus.lowlevel

login = "org.freedesktop.login1"
properties = "org.freedesktop.DBus.Properties"
# Name, path and interface.
places = {
    "upower": ("org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.UPower"),
    "profiles": ("org.freedesktop.UPower.PowerProfiles", "/org/freedesktop/UPower/PowerProfiles",
                 "org.freedesktop.UPower.PowerProfiles"),
    "old-profiles": ("net.hadess.PowerProfiles", "/net/hadess/PowerProfiles", "net.hadess.PowerProfiles"),
}
films = []


def play(connection, command, *words):
    if command == "session":
        name, *change = words
        update(connection, login, f"/org/freedesktop/login1/session/{name}", f"{login}.Session", *change)
    elif command == "remote":
        # Without a signal; the mock can send none of a structure.
        connection.call_blocking(
            login, f"/org/freedesktop/login1/session/{words[0]}", properties, "Set", "ssv",
            (f"{login}.Session", "Seat", dbus.Struct(("", dbus.ObjectPath("/")), signature="so")))
    elif command == "film":
        show_film(connection, words[0] == "1")
    elif command == "set":
        update(connection, *places[words[0]], *words[1:])
    elif command == "forge":
        forge(connection, *places[words[0]][1:], *words[1:])
    else:
        return f"no such command: {command}"
    return "done"


def read(kind, text):
    return dbus.Boolean(text == "1") if kind == "b" else {"t": dbus.UInt64, "s": dbus.String}[kind](text)


def update(connection, service, path, interface, name, kind, text):
    connection.call_blocking(
        service, path, "org.freedesktop.DBus.Mock", "UpdateProperties", "sa{sv}",
        (interface, {name: read(kind, text)}))


def show_film(connection, is_running):
    if is_running:
        lock = connection.call_blocking(
            login, "/org/freedesktop/login1", f"{login}.Manager", "Inhibit", None,
            ("idle", "player", "a film", "block"))
        films.append(lock.take())
    else:
        os.close(films.pop())


def forge(connection, path, interface, name, kind, text):
    bus = connection.get_object("org.freedesktop.DBus", "/org/freedesktop/DBus")
    for receiver in bus.ListNames(dbus_interface="org.freedesktop.DBus"):
        if receiver.startswith(":"):
            message = dbus.lowlevel.SignalMessage(path, properties, "PropertiesChanged")
            message.append(interface, {name: read(kind, text)}, [], signature="sa{sv}as")
            message.set_destination(receiver)
            connection.send_message(message)
    # An answer to this comes when all of them have been passed on.
    bus.ListNames(dbus_interface="org.freedesktop.DBus")
