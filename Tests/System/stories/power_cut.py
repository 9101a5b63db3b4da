"""The power is cut at random instants: every job that was accepted is there after it, and none runs again once it succeeded."""
import collections
import json
import os
import random
import threading
import time

from harness.channel import Gone

CUTTABLE = True
PARTS = 2
TAKES = 800
CUTS = int(os.environ.get("CUTS", "50"))
SEED = int(os.environ.get("SEED", "1"))

ONCE = """#!/bin/bash
# once NAME: writes "start RUN" and then "done RUN", each durably.
echo "start $BGRUN_RUN" >>/var/tmp/records/$1
sync /var/tmp/records/$1 /var/tmp/records
echo "done $BGRUN_RUN" >>/var/tmp/records/$1
sync /var/tmp/records/$1
"""
# Every third one runs at once, every third one waits, every third one is for later. Each acceptance is told to the host.
SUBMIT = """n=%d
while :; do
    n=$((n + 1))
    case $((n %% 3)) in
        0) more= ;;
        1) more=', "requires": {"pathExists": "/root/never"}' ;;
        2) more=', "earliestBeginDate": "+2d"' ;;
    esac
    echo "{\\"identifier\\": \\"c$n\\", \\"command\\": [\\"/usr/local/bin/once\\", \\"c$n\\"]$more}" | bgrun submit - >/dev/null \
        && echo "c$n"
done
"""
# What this story needs of a Debian, and nothing else: a boot of all takes four times as long. Even that is for every fifth cut.
TARGET = """[Unit]
Requires=sysinit.target
Wants=bgrund.socket bgrund.service
After=sysinit.target
"""
WHOLE = "systemd.unit=cut.target systemd.mask=systemd-udev-settle.service"
# After the others the kernel mounts its disk and the daemon begins, with no systemd: a store knows nothing of that, and the time
# is for cuts.
INIT = """#!/bin/bash
# systemd, or with the kernel's parameter boot=small the daemon and the agent alone.
[ "$boot" = small ] || exec /usr/lib/systemd/systemd "$@"
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs run /run
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -o remount,rw /
modprobe --all virtio_console virtio_rng
until port=$(grep --files-with-matches bgrun.agent /sys/class/virtio-ports/*/name); do sleep 0.1; done
mkdir /dev/virtio-ports
ln -s "/dev/$(basename "$(dirname "$port")")" /dev/virtio-ports/bgrun.agent
bgrund >>/var/log/bgrund.log 2>&1 &
vm-agent &
while :; do wait; sleep 1; done
"""


class Ears(threading.Thread):
    """What a command in the guest tells, line by line, until the power is cut."""

    def __init__(self, laptop, command):
        super().__init__(daemon=True)
        self.laptop, self.command, self.lines = laptop, command, []
        self.start()

    def run(self):
        try:
            self.laptop.machine.channel.ask(600, heard=self.lines.append, run=self.command, stream=True)
        except Gone:
            pass


def play(laptop, shop, part):
    cuts, seed = CUTS // PARTS + (part <= CUTS % PARTS), SEED * PARTS + part
    laptop.write("/usr/local/bin/once", ONCE, 0o755)
    laptop.write("/etc/systemd/system/cut.target", TARGET)
    laptop.write("/usr/local/sbin/init", INIT, 0o755)
    laptop.run("ln --symbolic --force /usr/local/sbin/init /usr/sbin/init")
    laptop.run('echo \'{"pendingPerOwner": 100000}\' >/etc/bgrun/bgrund.json; '
               "systemctl restart bgrund; bgrun status >/dev/null; sync")
    chance, accepted, told, ends = random.Random(seed), set(), set(), collections.defaultdict(set)
    laptop.note(f"seed {seed}, {cuts} cuts")
    lost = 0
    for cut in range(cuts):
        last = max((int(name[1:]) for name in accepted), default=0) + 100
        submits = Ears(laptop, SUBMIT % last)
        events = Ears(laptop, "bgrun events --json")
        wanted = chance.randint(1, 9)
        laptop.until("jobs are accepted", lambda: len(submits.lines) >= wanted, 120)
        time.sleep(chance.uniform(0, 1))
        # At any instant, or, for every second one, at the first after it with something to lose.
        pieces = laptop.machine.cut(("all", "none", "half")[cut % 3], chance.randrange(1 << 30), amid=cut % 2 == 1)
        lost += pieces
        submits.join(), events.join()
        accepted |= {line.strip() for line in submits.lines if line.endswith("\n")}
        told |= successes(events.lines)
        laptop.note(f"cut {cut}: {pieces} pieces lost; {len(accepted)} accepted, {len(told)} told to have succeeded")
        is_small = cut % 5 != 4 and cut != cuts - 1
        laptop.machine.append = "boot=small" if is_small else WHOLE
        laptop.machine.boot()
        laptop.until("the daemon answers", lambda: laptop.attempt("bgrun status --json >/dev/null")[0] == 0)
        examine(laptop, accepted, told, ends, 500)

    laptop.until("all that may run has run", lambda: not [
        name for name in present(laptop.bgrun("status --all")) if int(name[1:]) % 3 == 0], 300)
    ends.clear()
    examine(laptop, accepted, told, ends, 100000)
    for name in sorted(accepted):
        if int(name[1:]) % 3 == 0:
            laptop.check(f"{name} was done", "done" in record(laptop, name), record(laptop, name))
    # By its own word, whatever the daemon says: a start of a later run than the one that is known to have succeeded.
    for name, run in sorted(told):
        starts = [line for line in record(laptop, name).splitlines() if line.startswith("start")]
        later = [line for line in starts if int(line.rpartition("-")[2]) > run]
        laptop.check(f"{name} was not started again once its success was told", not later, record(laptop, name))
    if cuts >= 10:
        laptop.check("the cuts came amid something", len(told) >= cuts // 2 and len(accepted) > 3 * cuts and lost > 0,
                     (len(told), len(accepted), lost))
    damage = laptop.run(
        "(cat /var/log/bgrund.log; journalctl --priority=warning --unit=bgrund --output=cat --no-pager) "
        "| grep -i -e lost -e damaged || true")
    laptop.check("nothing was damaged by its journal", damage == "", damage)


def successes(lines):
    """The runs that clients were told have succeeded."""
    found = set()
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event.get("outcome") == "succeeded" and event.get("identifier", "").startswith("c"):
            found.add((event["identifier"], event["run"]))
    return found


def present(status):
    return {job["identifier"] for job in status["jobs"] if job["identifier"][0] == "c"}


def record(laptop, name):
    return (laptop.machine.channel.read(f"/var/tmp/records/{name}") or b"").decode()


def examine(laptop, accepted, told, ends, newest):
    """What must be so after each cut. The newest ends are added to those that were seen."""
    status = laptop.bgrun("status --all")
    losses, jobs = status["daemon"]["losses"], present(status)
    laptop.check("nothing was lost by the daemon's own word", not losses, losses)
    for entry in laptop.bgrun(f"history --limit {newest}")["entries"]:
        if entry.get("outcome") == "succeeded":
            ends[entry["identifier"]].add(entry["run"])
    missing = sorted(name for name in accepted if name not in jobs and name not in ends)
    laptop.check("every accepted job is there, or has succeeded", not missing, missing)
    forgotten = sorted(end for end in told if end[1] not in ends[end[0]])
    laptop.check("every success that was told is in history", not forgotten, forgotten)
    twice = {name: runs for name, runs in ends.items() if len(runs) > 1}
    laptop.check("no job has succeeded twice", not twice, twice)
    again = [name for name in jobs if name in ends]
    laptop.check("none that has succeeded is there to run again", not again, again)
