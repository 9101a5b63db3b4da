"""python-dbusmock's UPower, which says when it is ready."""
from dbusmock.templates import upower
from dbusmock.templates.upower import *  # noqa: F401,F403


def load(mock, parameters):
    upower.load(mock, parameters)
    print("ready", flush=True)
