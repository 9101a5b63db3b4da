"""The disk is full: nothing is accepted or started that could not be kept, runs end in time, and room mends all."""

TAKES = 130


def play(laptop, shop):
    # The state on a small file system of its own, so that the guest itself has room.
    laptop.run("systemctl stop bgrund.socket bgrund && truncate --size=12M /root/state.img && mke2fs -q -m 0 -O ^has_journal "
               "/root/state.img && mount -o loop /root/state.img /mnt && cp -a /var/lib/bgrun/. /mnt/ && umount /mnt && "
               "mount -o loop /root/state.img /var/lib/bgrun && chmod 711 /var/lib/bgrun && systemctl start bgrund")
    laptop.submit("runs", seconds=600, requiresExternalPower=True, timeBudget="20m")
    laptop.submit("later", earliestBeginDate="+20s")
    laptop.submit("far", earliestBeginDate="+2d")
    laptop.await_course("runs", "start")
    laptop.attempt("dd if=/dev/zero of=/var/lib/bgrun/fill bs=4k; dd if=/dev/zero of=/var/lib/bgrun/rest bs=512; sync")

    status, out, err = laptop.attempt("bgrun submit -", given='{"identifier": "new", "command": ["/bin/true"]}')
    laptop.check("what could not be kept is refused", status == 5, (status, out + err))
    laptop.check("and says that the disk is full", "space" in err or "full" in err or "disk" in err, err)
    laptop.check("it is not there", laptop.job("new") is None)
    laptop.until("what comes up waits for room", lambda: "storage" in (laptop.blockers("later") or []), 90)
    laptop.check("it was not started", laptop.course("later") == "")
    laptop.power(False)
    stop = laptop.await_course("runs", "start stop")
    laptop.check("runs are ended all the same", stop["reason"] == "requirementLost:externalPower", stop)

    before = laptop.daemon()
    laptop.run(f"kill -9 {before}")
    laptop.until("the daemon starts on a full disk", lambda: laptop.daemon() not in (0, before) and laptop.job("far"))
    status, out, err = laptop.attempt("bgrun doctor")
    laptop.check("doctor finds the fault", status == 1, out + err)
    laptop.check("still not started", laptop.course("later") == "")

    laptop.power(True)
    laptop.run("rm /var/lib/bgrun/fill /var/lib/bgrun/rest")
    laptop.await_course("later", "start end", 330)
    laptop.await_course("runs", "start stop start", 330)
    laptop.submit("new")
    laptop.await_course("new", "start end")
    laptop.check("what was pending is pending", laptop.known("far")["state"] == "scheduled", laptop.job("far"))
