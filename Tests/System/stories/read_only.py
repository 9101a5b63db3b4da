"""The state directory takes no changes for a while: it is said, runs end in time, and a daemon that can't begin does so by itself later."""
import time

TAKES = 220
MOUNT = "mount -o loop,errors=remount-ro /root/state.img /var/lib/bgrun"


def play(laptop, shop):
    def show(key):
        return laptop.run(f"systemctl show --property={key} --value bgrund").strip()

    def journal(words):
        return int(laptop.run(f"journalctl --unit=bgrund --output=cat --no-pager | grep --count --fixed-strings '{words}' || true"))

    laptop.run("systemctl stop bgrund.socket bgrund && truncate --size=32M /root/state.img && mke2fs -q -m 0 -t ext4 /root/state.img && "
               f"mount -o loop /root/state.img /mnt && cp -a /var/lib/bgrun/. /mnt/ && umount /mnt && {MOUNT} && "
               "chmod 711 /var/lib/bgrun && systemctl start bgrund")
    laptop.submit("runs", seconds=600, requiresExternalPower=True, timeBudget="20m")
    laptop.submit("far", earliestBeginDate="+2d")
    laptop.await_course("runs", "start")
    laptop.run("echo 1 >/sys/fs/ext4/$(basename $(findmnt --noheadings --output=SOURCE /var/lib/bgrun))/trigger_fs_error")
    code, out, err = laptop.attempt("bgrun submit -", given='{"identifier": "new", "command": ["/bin/true"]}')
    laptop.check("after an error of the disk what could not be kept is refused", code == 5 and "nothing can be stored" in err, (code, out + err))
    status = laptop.run("bgrun status")
    laptop.check("status says so first", status.startswith("! Nothing can be saved") and "all is well" not in status, status)
    code, out, err = laptop.attempt("bgrun doctor service")
    laptop.check("so does the doctor", code == 1 and "Nothing can be saved" in out, out + err)
    laptop.power(False)
    stop = laptop.await_course("runs", "start stop")
    laptop.check("runs are ended all the same", stop["reason"] == "requirementLost:externalPower", stop)
    laptop.power(True)

    laptop.attempt("systemctl stop bgrund.socket bgrund; umount /var/lib/bgrun; e2fsck -fy /root/state.img", within=90)
    laptop.run(f"{MOUNT} && mount -o remount,ro /var/lib/bgrun && systemctl start bgrund")
    starts = journal("has started with")
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
    laptop.run('mount -o remount,rw "$(findmnt -no TARGET -T /var/lib/bgrun)"')
    laptop.until("once it takes changes the daemon begins by itself", lambda: journal("has started with") == starts + 1, 20)
    laptop.check("in the same process", laptop.daemon() == process, laptop.daemon())
    laptop.check("with what was pending", laptop.known("far")["state"] == "scheduled", laptop.job("far"))
    laptop.await_course("runs", "start stop start", 90)
    laptop.check("and all is well", "all is well" in laptop.run("bgrun status"))
