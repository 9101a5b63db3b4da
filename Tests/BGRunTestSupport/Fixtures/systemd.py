"""python-dbusmock's service manager, whose services do what a test says."""
import dbus
import dbus.service
from dbusmock import MOCK_IFACE, mockobject

BUS_NAME = "org.freedesktop.systemd1"
MAIN_OBJ = "/org/freedesktop/systemd1"
MAIN_IFACE = f"{BUS_NAME}.Manager"
UNIT = f"{BUS_NAME}.Unit"
SERVICE = f"{BUS_NAME}.Service"
SYSTEM_BUS = True

calls = []
jobs = {}
lives = []
refusals = {}


def load(mock, _parameters):
    mock.AddProperties(MAIN_IFACE, {"Version": "252", "Environment": dbus.Array([
        "HOME=/evil", "SSH_AUTH_SOCK=/run/agent", "LD_PRELOAD=/evil", "DISPLAY=:7", "XAUTHORITY=relative",
        "WAYLAND_DISPLAY=a\nb", "A" * 100000], signature="s")})
    print("ready", flush=True)


def path_of(name):
    letters = (letter if letter.isalnum() else f"_{ord(letter):02x}" for letter in name)
    return f"{MAIN_OBJ}/unit/{''.join(letters)}"


def unit(mock, name, state="loaded"):
    path = path_of(name)
    if path not in mockobject.objects:
        mock.AddObject(path, UNIT, {
            "ActiveState": "inactive", "SubState": "dead", "LoadState": state, "ConditionResult": True,
            "InvocationID": dbus.Array([], signature="y"),
            "Job": dbus.Struct((dbus.UInt32(0), dbus.ObjectPath("/")), signature="uo"),
        }, [("Ref", "", "", "")])
        mockobject.objects[path].AddProperties(SERVICE, {
            "Result": "success", "ExecMainCode": dbus.Int32(0), "ExecMainStatus": dbus.Int32(0),
            "CPUUsageNSec": dbus.UInt64(1234567890), "KillMode": "control-group",
            "TimeoutStopUSec": dbus.UInt64(90000000), "SendSIGKILL": True,
        })
    return mockobject.objects[path]


def queue(mock, call, name):
    calls.append(f"{call} {name}")
    if call in refusals:
        raise dbus.exceptions.DBusException("it is not allowed", name=refusals[call])
    number = len(calls)
    job = dbus.ObjectPath(f"{MAIN_OBJ}/job/{number}")
    jobs[name] = (number, job)
    set_job(unit(mock, name), number, job)
    return job


def life(number):
    return dbus.Array([dbus.Byte(number)] * 16, signature="y")


def set_job(it, number, job):
    it.Set(UNIT, "Job", dbus.Struct((dbus.UInt32(number), dbus.ObjectPath(job)), signature="uo"))


@dbus.service.method(MAIN_IFACE, in_signature="", out_signature="")
def Subscribe(self):
    calls.append("Subscribe")


@dbus.service.method(MAIN_IFACE, in_signature="s", out_signature="o")
def LoadUnit(self, name):
    unit(self, name, "not-found")
    return dbus.ObjectPath(path_of(name))


@dbus.service.method(MAIN_IFACE, in_signature="ss", out_signature="o")
def StartUnit(self, name, _mode):
    return queue(self, "start", name)


@dbus.service.method(MAIN_IFACE, in_signature="ss", out_signature="o")
def StopUnit(self, name, _mode):
    return queue(self, "stop", name)


@dbus.service.method(MAIN_IFACE, in_signature="ssi", out_signature="")
def KillUnit(self, name, who, number):
    calls.append(f"kill {name} {who} {number}")


# What a test has it do.

@dbus.service.method(MOCK_IFACE, in_signature="ss", out_signature="")
def Add(self, name, state):
    unit(self, name, state)


@dbus.service.method(MOCK_IFACE, in_signature="sss", out_signature="")
def Move(self, name, active, sub):
    it = unit(self, name)
    before = it.Get(UNIT, "ActiveState")
    if before in ("inactive", "failed") and active in ("activating", "active"):
        lives.append(name)
        it.Set(UNIT, "InvocationID", life(len(lives)))
    it.UpdateProperties(UNIT, {"ActiveState": active, "SubState": sub})


@dbus.service.method(MOCK_IFACE, in_signature="ss", out_signature="")
def Done(self, name, result):
    number, job = jobs[name]
    set_job(unit(self, name), 0, "/")
    self.EmitSignal(MAIN_IFACE, "JobRemoved", "uoss", [dbus.UInt32(number), job, name, result])


@dbus.service.method(MOCK_IFACE, in_signature="sssii", out_signature="")
def End(self, name, active, result, code, status):
    it = unit(self, name)
    it.UpdateProperties(SERVICE, {
        "Result": result, "ExecMainCode": dbus.Int32(code), "ExecMainStatus": dbus.Int32(status)})
    it.UpdateProperties(UNIT, {"ActiveState": active, "SubState": "dead"})


@dbus.service.method(MOCK_IFACE, in_signature="sy", out_signature="")
def Invoke(self, name, byte):
    unit(self, name).UpdateProperties(UNIT, {"InvocationID": life(byte)})


@dbus.service.method(MOCK_IFACE, in_signature="sb", out_signature="")
def Condition(self, name, holds):
    unit(self, name).UpdateProperties(UNIT, {"ConditionResult": holds})


@dbus.service.method(MOCK_IFACE, in_signature="sstb", out_signature="")
def Stopping(self, name, mode, time, kills):
    unit(self, name).UpdateProperties(SERVICE, {
        "KillMode": mode, "TimeoutStopUSec": dbus.UInt64(time), "SendSIGKILL": kills})


@dbus.service.method(MOCK_IFACE, in_signature="ss", out_signature="")
def RefuseCall(self, call, error):
    refusals[call] = error


@dbus.service.method(MOCK_IFACE, in_signature="", out_signature="as")
def AllCalls(self):
    return calls or [""]
