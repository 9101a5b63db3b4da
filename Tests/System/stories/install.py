"""The package is installed, its daemon starts, answers everybody, and goes again; jobs stay until a purge."""
from harness.laptop import instant

BEGINS = "bare"
SHORT = True
TAKES = 45


def play(laptop, shop):
    laptop.check("nothing of bgrun is there", laptop.attempt("command -v bgrund")[0] != 0)
    shop.put_package(laptop)
    laptop.run("dpkg --install /root/bgrun.deb", within=180)
    laptop.check("the daemon runs", laptop.run("systemctl is-active bgrund").strip() == "active")
    laptop.check("it is enabled", laptop.run("systemctl is-enabled bgrund").strip() == "enabled")
    laptop.run("systemd-analyze --man=no verify bgrund.service bgrund.socket")

    shipped = laptop.run("cd /usr/lib/bgrun/jobs.d && ls *.json").split()
    jobs = {job["identifier"]: job for job in laptop.bgrun("status --all")["jobs"]}
    laptop.check("each shipped job is there", {f"{name}.json" for name in jobs} == set(shipped), (shipped, list(jobs)))
    laptop.check("none is invalid", not [job for job in jobs.values() if job["state"] == "invalid"], jobs)
    laptop.check("a user may ask", "jobs" in laptop.bgrun("status", "anna"))
    status, out, err = laptop.attempt("bgrun doctor")
    laptop.check("doctor finds nothing wrong", status == 0, out + err)
    for path, rights in (("/run/bgrun/org.bgrun.Scheduler", "666 root"), ("/var/lib/bgrun", "711 root"),
                         ("/var/lib/bgrun/bgrun.sqlite", "600 root")):
        came = laptop.run(f"stat --format='%a %U' {path}").strip()
        laptop.check(f"{path} is {rights}", came == rights, came)

    own = f"/proc/{laptop.daemon()}/oom_score_adj"
    group = "/sys/fs/cgroup/system.slice/bgrund.service"
    bounds = laptop.run(f"cat {own} {group}/daemon/memory.high {group}/daemon/memory.max").split()
    laptop.check("the daemon is spared, and bounded", bounds[0] == "-500" and int(bounds[1]) < int(bounds[2]), bounds)
    laptop.submit("score", command=["/bin/sh", "-c", "cat /proc/self/oom_score_adj >/run/score"])
    laptop.until("a job runs", lambda: laptop.outcomes("score") == ["succeeded"])
    laptop.check("and a job is not", laptop.run("cat /run/score").strip() == "0")

    laptop.submit("hello", "anna")
    laptop.await_course("hello", "start end")
    laptop.submit("later", earliestBeginDate="+2d")
    due = laptop.known("later")["due"]

    laptop.run("dpkg --remove bgrun", within=120)
    laptop.check("the daemon has gone", laptop.attempt("systemctl is-active bgrund")[0] != 0)
    laptop.check("no process of it is left", laptop.attempt("ls -l /proc/[0-9]*/exe | grep bgrund")[0] != 0)
    laptop.run("dpkg --install /root/bgrun.deb", within=180)
    laptop.check("a job outlives a removal", abs(instant(laptop.known("later")["due"]) - instant(due)) < 2, due)
    laptop.run("dpkg --purge bgrun", within=120)
    left = laptop.attempt("ls -d /var/lib/bgrun /run/bgrun /etc/bgrun /usr/lib/bgrun /usr/bin/bgrun*")[1]
    laptop.check("a purge leaves nothing", left == "", left)
    failed = laptop.run("systemctl --failed --no-legend --plain").strip()
    laptop.check("no unit has failed", failed == "", failed)
