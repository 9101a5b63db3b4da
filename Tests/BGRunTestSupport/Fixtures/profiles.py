"""python-dbusmock's power-profiles-daemon by the name that it has had since version 0.20."""
from dbusmock.templates import power_profiles_daemon as template

BUS_NAME = MAIN_IFACE = template.MAIN_IFACE = "org.freedesktop.UPower.PowerProfiles"
MAIN_OBJ = "/org/freedesktop/UPower/PowerProfiles"
SYSTEM_BUS = True


def load(mock, parameters):
    template.load(mock, parameters)
    print("ready", flush=True)
