"""Ten minutes in which nothing happens, with jobs that wait for everything: the daemon does not wake up once."""
import json
import time

from harness.channel import PATIENCE

TAKES = 680
QUIET = True
MINUTES = 10
# Of its own, by the kernel's count, in KiB: what it has written to, without files that are mapped.
MEMORY = 3 * 1024


def play(laptop, shop):
    # Debian's own cleaning mounts and unmounts something, which is no silence.
    laptop.run("systemctl stop systemd-tmpfiles-clean.timer")
    laptop.submit("waits", schedule={"every": "6h"}, requires={
        "externalPower": True, "network": {"unmetered": True}, "idle": "3h", "powerSaver": False,
        "pathExists": "/root/never", "device": {"SUBSYSTEM": "block", "ID_FS_UUID": "x"}, "mounted": "/mnt/x"})
    laptop.submit("later", "anna", earliestBeginDate="+2h")
    for number in range(100):
        laptop.write(f"/etc/bgrun/jobs.d/hundred{number}.json", json.dumps({
            "identifier": f"hundred{number}", "command": ["/bin/true"], "earliestBeginDate": f"+{number + 100}m"}))
    pid = laptop.daemon()

    def switches():
        text = laptop.machine.channel.read(f"/proc/{pid}/status").decode()
        fields = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
        return int(fields["voluntary_ctxt_switches"]), int(fields["nonvoluntary_ctxt_switches"]), fields["RssAnon"].split()[0]

    # What begins after boot, and after each submission, is over within two minutes.
    last, since = switches(), time.monotonic()
    end = time.monotonic() + 300 * PATIENCE
    while time.monotonic() - since < 60:
        laptop.check("it comes to rest within five minutes", time.monotonic() < end, (last, switches()))
        time.sleep(5)
        if switches()[:2] != last[:2]:
            last, since = switches(), time.monotonic()

    threads = laptop.run(f"ls /proc/{pid}/task").split()
    laptop.check("it has one thread", threads == [str(pid)], threads)
    before = switches()
    time.sleep(MINUTES * 60)
    after = switches()
    laptop.check(f"no wake-up in {MINUTES} min", after[0] == before[0], (before, after))
    laptop.check(f"memory of its own below {MEMORY >> 10} MiB", int(after[2]) < MEMORY, after[2])
    laptop.note(f"RssAnon {after[2]} KiB")
    laptop.check("and it is there", len(laptop.bgrun("status --all")["jobs"]) > 100)
