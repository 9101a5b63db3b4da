"""What bus.py can have NetworkManager's mock do.

  connectivity N               what the manager says
  metered DEVICE N             what a device says, which is there from then on
  wire DEVICE NAME             a connection by cable
  tunnel DEVICE NAME TYPE      a VPN over a device
  join DEVICE NAME SSID        by an access point of that name; the SSID in hexadecimal
  leave NAME
  roam DEVICE [NAME SSID]      to another access point, or to none
  mode DEVICE N                3: the device is an access point itself
  state NAME N                 of a connection
  storm DEVICE NAME N          a scan, N times
  crowd KIND N                 N connections more
  spoil PATH INTERFACE.NAME[,INTERFACE.NAME]... VALUE
                               properties get a text for a value, or an array of so many bytes
  hide, show                   it has its name alone, as when it starts; then all the rest
  forge                        a stranger says to everyone by name that there is a portal
"""
import dbus
import dbus.lowlevel

manager = "org.freedesktop.NetworkManager"
root = "/org/freedesktop/NetworkManager"
mock_interface = "org.freedesktop.DBus.Mock"


def play(connection, command, *words):
    def call(member, *arguments):
        return connection.call_blocking(manager, "/org/freedesktop", mock_interface, member, None, arguments)

    if command == "connectivity":
        call("Say", dbus.UInt32(int(words[0])))
    elif command in ("wire", "tunnel", "join", "leave", "hide", "show"):
        call(command.capitalize(), *words)
    elif command == "roam":
        call("Roam", *(words + ("", ""))[:3])
    elif command in ("metered", "mode", "state", "storm", "crowd"):
        call(command.capitalize(), *words[:-1], dbus.UInt32(int(words[-1])))
    elif command == "spoil":
        value = words[2]
        call("Spoil", *words[:2], dbus.Array([0x41] * int(value), signature="y") if value.isdigit() else value)
    elif command == "forge":
        forge(connection)
    else:
        return f"no such command: {command}"
    return "done"


def forge(connection):
    bus = connection.get_object("org.freedesktop.DBus", "/org/freedesktop/DBus")
    for name in bus.ListNames(dbus_interface="org.freedesktop.DBus"):
        if name.startswith(":"):
            message = dbus.lowlevel.SignalMessage(root, "org.freedesktop.DBus.Properties", "PropertiesChanged")
            message.append(manager, {"Connectivity": dbus.UInt32(2)}, [], signature="sa{sv}as")
            message.set_destination(name)
            connection.send_message(message)
    # An answer to this comes when all of them have been passed on.
    bus.ListNames(dbus_interface="org.freedesktop.DBus")
