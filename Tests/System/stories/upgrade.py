"""The daemon is reloaded, and its package upgraded, while runs are in progress: none is ended, none is lost."""
import os
import subprocess
import tempfile

TAKES = 150


def newer(package, folder):
    """The same package, as the version after it; made in a folder."""
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder + "/tree"], check=True)
    control = folder + "/tree/DEBIAN/control"
    with open(control) as file:
        lines = [line.rstrip("\n") + "+next\n" if line.startswith("Version:") else line for line in file]
    with open(control, "w") as file:
        file.writelines(lines)
    made = os.path.join(folder, "bgrun.deb")
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", folder + "/tree", made], check=True,
                   stdout=subprocess.DEVNULL)
    return made


def lasting(name, over):
    """A shell line that writes down its start and its end, and lasts until a file is there."""
    start, end = (f"echo '{{\"what\": \"{what}\"}}' >>/var/tmp/records/{name}" for what in ("start", "end"))
    return f"{start}; until test -e {over}; do sleep 0.2; done; {end}"


def play(laptop, shop):
    def goes_on(what, change):
        name = what.replace(" ", "-")
        over = f"/run/{name}.over"
        laptop.submit(name, shell=lasting(name, over), gracePeriod="5s")
        laptop.submit(f"{name}-anna", "anna", shell=lasting(f"{name}-anna", over))
        laptop.submit(f"{name}-says", shell=f"until test -e {over}; do n=$((n + 1)); echo line $n; sleep 2; done; exit 3")
        # One of its own: a path that was just away would have to stay for a minute before it counts.
        frozen, needed = f"{name}-frozen", f"/run/{name}.needed"
        laptop.run(f"touch {needed}")
        laptop.submit(frozen, shell=lasting(frozen, over), requires={"pathExists": needed}, onRequirementLost="freeze")
        for run in (name, f"{name}-anna", frozen):
            laptop.await_course(run, "start")
        laptop.run(f"rm {needed}")
        laptop.until("a run without what it needs is frozen", lambda: laptop.known(frozen)["state"] == "frozen")
        laptop.run(f"setsid --fork sh -c 'bgrun wait {name}; echo $? >/run/{name}.waited' >/dev/null 2>&1 </dev/null")
        before = laptop.daemon()
        change()
        laptop.check(f"after {what} the daemon is the same process", laptop.daemon() == before, laptop.daemon())
        laptop.check("a frozen run stays so", laptop.known(frozen)["state"] == "frozen", laptop.job(frozen))
        laptop.run(f"touch {needed}")
        laptop.check("it answers", laptop.known(name)["state"] == "running", laptop.job(name))
        laptop.run(f"touch {over}")
        for run, user in ((name, None), (f"{name}-anna", "anna"), (frozen, None)):
            laptop.await_course(run, "start end")
            laptop.until("the exit status is not lost", lambda: laptop.outcomes(run, user) == ["succeeded"])
        laptop.until("whoever waits for it is told", lambda: laptop.attempt(f"cat /run/{name}.waited")[1].strip() == "0")
        laptop.until("nor is a failure", lambda: laptop.outcomes(f"{name}-says") == ["failed"])
        out = laptop.run(f"bgrun logs {name}-says --plain").splitlines()
        laptop.check("nor what a run has said", out and out == [f"line {number + 1}" for number in range(len(out))], out)

    # Four runs at a time; without a word there are three.
    laptop.write("/etc/bgrun/bgrund.json", '{"maxRuns": 8}')
    laptop.run("systemctl restart bgrund")
    laptop.submit("pending", earliestBeginDate="+2d")
    goes_on("a reload", lambda: laptop.run("systemctl reload bgrund", within=90))
    goes_on("another reload", lambda: laptop.run("systemctl reload bgrund", within=90))

    with tempfile.TemporaryDirectory(prefix="bgrun-newer-") as folder:
        shop.put_package(laptop, newer(shop.package, folder))

    def upgrade():
        inode = laptop.run("stat --format=%i /usr/bin/bgrund")
        laptop.run("apt-get install --yes /root/bgrun.deb", within=240)
        laptop.check("the program is a new file", laptop.run("stat --format=%i /usr/bin/bgrund") != inode)
        program = laptop.run(f"stat --dereference --format=%i /proc/{laptop.daemon()}/exe")
        laptop.check("which the daemon executes", program == laptop.run("stat --format=%i /usr/bin/bgrund"), program)

    goes_on("an upgrade", upgrade)
    laptop.check("the pending job is there", laptop.known("pending")["state"] == "scheduled")
    laptop.check("systemd has restarted nothing",
                 laptop.run("systemctl show --property=NRestarts --value bgrund").strip() == "0")
