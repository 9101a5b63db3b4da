"""python-dbusmock's NetworkManager, with what its template lacks.

Devices know whether traffic is metered, wireless ones know their access point, and a machine can be joined to networks,
roam in them and be flooded with what a scan sees.
"""
import dbus
import dbus.service
from dbusmock import MOCK_IFACE, get_object
from dbusmock.templates import networkmanager
from dbusmock.templates.networkmanager import (  # noqa: F401
    ACCESS_POINT_IFACE, ACTIVE_CONNECTION_IFACE, BUS_NAME, DEVICE_IFACE, IS_OBJECT_MANAGER, MAIN_OBJ, MANAGER_IFACE,
    MANAGER_OBJ, SETTINGS_OBJ, SYSTEM_BUS, WIRELESS_DEVICE_IFACE)



def load(mock, parameters):
    networkmanager.load(mock, parameters)
    print("ready", flush=True)


@dbus.service.method(MOCK_IFACE, in_signature="", out_signature="")
def Hide(self):
    """It has its name, and nothing else yet."""
    for path in (SETTINGS_OBJ, MANAGER_OBJ):
        self.RemoveObject(path)


@dbus.service.method(MOCK_IFACE, in_signature="", out_signature="")
def Show(self):
    networkmanager.load(self, {})


def places(kind, name):
    return f"{MANAGER_OBJ}/{kind}/{name}"


def known(path):
    try:
        return get_object(path)
    except KeyError:
        return None


def update(path, interface, **properties):
    for name, value in properties.items():
        get_object(path).Set(interface, name, value)


def device(mock, name):
    """The path of a device, which is made when it is first named. A modem has two names; nobody else has."""
    path = places("Devices", name)
    if not known(path):
        mock.AddObject(path, DEVICE_IFACE, {
            "Interface": name, "IpInterface": name, "Metered": dbus.UInt32(0)}, [])
        get_object(path).AddProperties(WIRELESS_DEVICE_IFACE, {
            "Mode": dbus.UInt32(2), "ActiveAccessPoint": dbus.ObjectPath("/"), "Bitrate": dbus.UInt32(1)})
    return path


def access_point(mock, name, ssid):
    mock.AddObject(places("AccessPoint", name), ACCESS_POINT_IFACE, {
        "Ssid": dbus.Array(bytes.fromhex(ssid), signature="y"), "Strength": dbus.Byte(50)}, [])
    return dbus.ObjectPath(places("AccessPoint", name))


def activate(mock, name, kind, state, device):
    """Tells of a connection as NetworkManager does: it is there, then its state changes."""
    path = places("ActiveConnection", name)
    mock.AddObject(path, ACTIVE_CONNECTION_IFACE, {
        "Type": kind, "State": dbus.UInt32(1), "Devices": dbus.Array([dbus.ObjectPath(device)], signature="o"),
        "Id": name}, [])
    connections = dbus.Array(active() + [dbus.ObjectPath(path)], signature="o")
    update(MANAGER_OBJ, MANAGER_IFACE, ActiveConnections=connections)
    update(path, ACTIVE_CONNECTION_IFACE, State=dbus.UInt32(state))


def active():
    return list(get_object(MANAGER_OBJ).Get(MANAGER_IFACE, "ActiveConnections"))


@dbus.service.method(MOCK_IFACE, in_signature="u", out_signature="")
def Say(self, connectivity):
    update(MANAGER_OBJ, MANAGER_IFACE, Connectivity=dbus.UInt32(connectivity))


@dbus.service.method(MOCK_IFACE, in_signature="su", out_signature="")
def Metered(self, name, metered):
    update(device(self, name), DEVICE_IFACE, Metered=dbus.UInt32(metered))


@dbus.service.method(MOCK_IFACE, in_signature="ss", out_signature="")
def Wire(self, name, connection):
    activate(self, connection, "802-3-ethernet", 2, device(self, name))


@dbus.service.method(MOCK_IFACE, in_signature="sss", out_signature="")
def Tunnel(self, name, connection, kind):
    """A VPN over a device, of a plug-in ("vpn") or NetworkManager's own ("wireguard")."""
    activate(self, connection, kind, 2, device(self, name))


@dbus.service.method(MOCK_IFACE, in_signature="sss", out_signature="")
def Join(self, name, connection, ssid):
    """A wireless device joins a network, whose name is in hexadecimal, by an access point of its own."""
    path = device(self, name)
    update(path, WIRELESS_DEVICE_IFACE, ActiveAccessPoint=access_point(self, connection, ssid))
    activate(self, connection, "802-11-wireless", 2, path)


@dbus.service.method(MOCK_IFACE, in_signature="s", out_signature="")
def Leave(self, name):
    path = places("ActiveConnection", name)
    update(path, ACTIVE_CONNECTION_IFACE, State=dbus.UInt32(3))
    rest = dbus.Array([other for other in active() if other != path], signature="o")
    update(MANAGER_OBJ, MANAGER_IFACE, ActiveConnections=rest)
    self.RemoveObject(path)
    if known(places("AccessPoint", name)):
        self.RemoveObject(places("AccessPoint", name))


@dbus.service.method(MOCK_IFACE, in_signature="sss", out_signature="")
def Roam(self, device, name, ssid):
    """The device has another access point; none for an empty name."""
    point = access_point(self, name, ssid) if name else dbus.ObjectPath("/")
    update(places("Devices", device), WIRELESS_DEVICE_IFACE, ActiveAccessPoint=point)


@dbus.service.method(MOCK_IFACE, in_signature="su", out_signature="")
def Mode(self, device, mode):
    update(places("Devices", device), WIRELESS_DEVICE_IFACE, Mode=dbus.UInt32(mode))


@dbus.service.method(MOCK_IFACE, in_signature="su", out_signature="")
def State(self, name, state):
    update(places("ActiveConnection", name), ACTIVE_CONNECTION_IFACE, State=dbus.UInt32(state))


@dbus.service.method(MOCK_IFACE, in_signature="ssu", out_signature="")
def Storm(self, device, name, count):
    """What a scan makes of an access point and its device, so many times."""
    for number in range(count):
        update(places("AccessPoint", name), ACCESS_POINT_IFACE, Strength=dbus.Byte(number % 100))
        update(places("Devices", device), WIRELESS_DEVICE_IFACE, Bitrate=dbus.UInt32(number))


@dbus.service.method(MOCK_IFACE, in_signature="su", out_signature="")
def Crowd(self, kind, count):
    """So many connections of a kind, told at once."""
    paths = [dbus.ObjectPath(places("ActiveConnection", f"crowd{number}")) for number in range(count)]
    for path in paths[:100]:
        self.AddObject(path, ACTIVE_CONNECTION_IFACE, {
            "Type": kind, "State": dbus.UInt32(2), "Devices": dbus.Array(paths, signature="o")}, [])
    update(MANAGER_OBJ, MANAGER_IFACE, ActiveConnections=dbus.Array(active() + paths, signature="o"))


@dbus.service.method(MOCK_IFACE, in_signature="ssv", out_signature="")
def Spoil(self, path, names, value):
    """Gives properties, INTERFACE.NAME each, a value that they can't have."""
    for name in names.split(","):
        interface, _, property = name.rpartition(".")
        update(path, interface, **{property: value})
