"""What bus.py can have the mock of the service manager do.

  add NAME LOAD                       a unit, with its LoadState
  move NAME ACTIVE SUB                its state, with the signal
  done NAME RESULT                    the job that was queued for it last is over
  end NAME ACTIVE RESULT CODE STATUS  its main process ends
  condition NAME TRUTH                what its conditions said
  invoke NAME BYTE                    another life of it begins
  stopping NAME MODE MICROSECONDS TRUTH   its KillMode=, TimeoutStopSec= and SendSIGKILL=
  refuse CALL ERROR                   start or stop is refused with this error
  await CALL                          waits until this was called: "start a.service"
  calls                               all that was called, divided by commas
"""
import time

import dbus

name = "org.freedesktop.systemd1"
root = "/org/freedesktop/systemd1"


def play(connection, command, *words):
    def ask(member, signature, *arguments):
        return connection.call_blocking(
            name, root, "org.freedesktop.DBus.Mock", member, signature, arguments)

    if command == "add":
        ask("Add", "ss", *words)
    elif command == "move":
        ask("Move", "sss", *words)
    elif command == "done":
        ask("Done", "ss", *words)
    elif command == "end":
        ask("End", "sssii", *words[:3], int(words[3]), int(words[4]))
    elif command == "condition":
        ask("Condition", "sb", words[0], dbus.Boolean(words[1] == "1"))
    elif command == "invoke":
        ask("Invoke", "sy", words[0], dbus.Byte(int(words[1])))
    elif command == "stopping":
        ask("Stopping", "sstb", *words[:2], dbus.UInt64(int(words[2])), dbus.Boolean(words[3] == "1"))
    elif command == "refuse":
        ask("RefuseCall", "ss", *words)
    elif command == "await":
        wanted = " ".join(words)
        deadline = time.monotonic() + 60
        while wanted not in ask("AllCalls", ""):
            if time.monotonic() > deadline:
                return f"never called: {wanted}"
            time.sleep(0.01)
    elif command == "calls":
        return ", ".join(ask("AllCalls", ""))
    else:
        return f"no such command: {command}"
    return "done"
