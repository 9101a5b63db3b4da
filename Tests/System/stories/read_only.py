"""The state directory takes no changes for a while: it is said at once, runs end in time, and the daemon comes back by itself."""
import time

TAKES = 200


def play(laptop, shop):
    def show(key):
        return laptop.run(f"systemctl show --property={key} --value bgrund").strip()

    def journal(words):
        return int(laptop.run(f"journalctl --unit=bgrund --output=cat --no-pager | grep --count --fixed-strings '{words}' || true"))

    def make_read_only():
        # As after an error of the disk. The kernel does it to all of them.
        laptop.run("echo u >/proc/sysrq-trigger; until dmesg | grep --quiet 'Emergency Remount complete'; do sleep 0.1; done; "
                   "mount -o remount,rw /")

    laptop.run("systemctl stop bgrund.socket bgrund && truncate --size=32M /root/state.img && mke2fs -q -m 0 -t ext4 /root/state.img && "
               "mount -o loop /root/state.img /mnt && cp -a /var/lib/bgrun/. /mnt/ && umount /mnt && "
               "mount -o loop /root/state.img /var/lib/bgrun && chmod 711 /var/lib/bgrun && systemctl start bgrund")
    laptop.submit("runs", seconds=600, requiresExternalPower=True, timeBudget="20m")
    laptop.submit("far", earliestBeginDate="+2d")
    laptop.await_course("runs", "start")
    make_read_only()
    status = laptop.run("bgrun status")
    laptop.check("status says so before anything has failed", "read-only" in status.splitlines()[0] and "all is well" not in status, status)
    code, out, err = laptop.attempt("bgrun doctor service")
    laptop.check("so does the doctor", code == 1 and "is mounted read-only" in out, out + err)
    code, out, err = laptop.attempt("bgrun submit -", given='{"identifier": "new", "command": ["/bin/true"]}')
    laptop.check("what could not be kept is refused", code == 5 and "ead-only file system" in err, (code, out + err))
    laptop.power(False)
    stop = laptop.await_course("runs", "start stop")
    laptop.check("runs are ended all the same", stop["reason"] == "requirementLost:externalPower", stop)
    laptop.power(True)

    laptop.run("systemctl restart bgrund", within=90)
    code, out, err = laptop.attempt("bgrun status")
    laptop.check("a daemon that can't begin says why", code == 5 and "ead-only file system" in err, (code, out + err))
    code, out, err = laptop.attempt("bgrun doctor service")
    laptop.check("the doctor too, and what to do", code == 1 and "mount -o remount,rw" in out, out + err)
    laptop.check("and so does its unit", "ead-only file system" in show("StatusText"), show("StatusText"))
    switches = f"awk '/ctxt/ {{n += $2}} END {{print n}}' /proc/{laptop.daemon()}/status"
    before, process = int(laptop.run(switches)), laptop.daemon()
    time.sleep(75)
    laptop.check("it stays", (laptop.daemon(), show("ActiveState"), show("NRestarts")) == (process, "active", "0"), show("ActiveState"))
    laptop.check("without being busy", int(laptop.run(switches)) - before < 100, int(laptop.run(switches)) - before)
    laptop.check("and said it once", journal("It is tried again") == 1, journal("It is tried again"))

    laptop.run("mount -o remount,rw /var/lib/bgrun")
    laptop.until("once it takes changes the daemon begins by itself", lambda: journal("has started with") == 3, 20)
    laptop.check("in the same process", laptop.daemon() == process, laptop.daemon())
    laptop.check("with what was pending", laptop.known("far")["state"] == "scheduled", laptop.job("far"))
    laptop.await_course("runs", "start stop start", 90)
