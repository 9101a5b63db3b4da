#!/usr/bin/python3
"""An invented laptop, by umockdev, for the program named as argument.

To be run below umockdev-wrapper. Takes commands on standard input, words divided by tabs:

  add NAME KEY=VALUE...   a supply appears, with an event
  set NAME KEY VALUE      an attribute changes, without an event
  change NAME             the event alone
  remove NAME             a supply goes, with an event
  vanish NAME             a supply goes, without an event
  plug SUBSYSTEM NAME KEY=VALUE...
                          a device with these properties appears, with an event
  property NAME KEY VALUE a property of a device changes, with an event
  start                   the program begins
  read                    the program is asked for a reading

The program's own words go to standard output.
"""
import subprocess
import sys

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402

bed = UMockdev.Testbed.new()
paths = {}
program = None


def add(name, *attributes):
    flat = [text for pair in attributes for text in pair.split("=", 1)]
    properties = ["POWER_SUPPLY_NAME", name]
    paths[name] = bed.add_device("power_supply", name, None, flat, properties)


def plug(subsystem, name, *properties):
    flat = [text for pair in properties for text in pair.split("=", 1)]
    paths[name] = bed.add_device(subsystem, name, None, [], flat)


def play(command, *words):
    global program
    if command == "add":
        add(*words)
    elif command == "plug":
        plug(*words)
    elif command == "property":
        bed.set_property(paths[words[0]], words[1], words[2])
        bed.uevent(paths[words[0]], "change")
    elif command == "set":
        bed.set_attribute(paths[words[0]], words[1], words[2])
    elif command == "change":
        bed.uevent(paths[words[0]], "change")
    elif command == "remove":
        path = paths.pop(words[0])
        bed.uevent(path, "remove")
        bed.remove_device(path)
    elif command == "vanish":
        bed.remove_device(paths.pop(words[0]))
    elif command == "start":
        program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE)
    elif command == "read":
        program.stdin.write(b"read\n")
        program.stdin.flush()
    else:
        sys.exit(f"testbed: no such command: {command}")


for line in sys.stdin:
    play(*line.rstrip("\n").split("\t"))
if program:
    program.stdin.close()
    sys.exit(program.wait())
