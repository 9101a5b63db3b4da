"""python-dbusmock's power-profiles-daemon by the name that it had up to version 0.13."""
from dbusmock.templates import power_profiles_daemon
from dbusmock.templates.power_profiles_daemon import BUS_NAME, MAIN_IFACE, MAIN_OBJ, SYSTEM_BUS  # noqa: F401


def load(mock, parameters):
    power_profiles_daemon.load(mock, parameters)
    print("ready", flush=True)
