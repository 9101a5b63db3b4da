"""python-dbusmock's server of desktop notifications, which says when it is there."""
from dbusmock.templates import notification_daemon
from dbusmock.templates.notification_daemon import BUS_NAME, MAIN_IFACE, MAIN_OBJ, SYSTEM_BUS  # noqa: F401


def load(mock, parameters):
    notification_daemon.load(mock, parameters)
    print("ready", flush=True)
