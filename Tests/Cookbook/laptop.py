"""An emulated laptop of one person, for the recipes of docs/cookbook.md: its name spaces, its user, its NAS, its power.

All of it lives in name spaces of its own, and goes with them: mounts, processes, the network and the clock since boot. The
programs are the real ones; what is emulated is /sys, logind and NetworkManager.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

USER, NUMBER = "me", 4711
HOME = f"/home/{USER}"
NAS, WEB = "192.0.2.10", "192.0.2.11"
# As long as anything is waited for. On two busy processors a backup takes ten seconds.
PATIENCE = 90


class Fault(Exception):
    """What is not as the cookbook says."""


def enter_namespaces():
    """Begins this program anew where nothing of the machine can be changed."""
    if os.environ.get("COOKBOOK_LAPTOP") == "yes":
        return
    if os.geteuid() != 0:
        sys.exit("cookbook: needs root, for name spaces and a loop device; run it with sudo")
    os.execvpe(
        "unshare",
        # Whoever was up for a few minutes only can't have been idle for fifteen.
        ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "--time",
         "--monotonic", "86400", "--boottime", "86400", sys.executable] + sys.argv,
        dict(os.environ, COOKBOOK_LAPTOP="yes"))


def run(*words, check=True, **more):
    """A command to its end, with all that it says."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, **more)
    if check and done.returncode != 0:
        raise Fault(f"{' '.join(words)}: exit {done.returncode}\n{done.stdout}")
    return done


def until(what, holds):
    """Waits until something holds, and gives it; says what was waited for in vain."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := holds():
            return found
        time.sleep(0.05)
    raise Fault(f"waited in vain until {what() if callable(what) else what}")


def clear(scratch):
    """Removes the scratch directory, and nothing that is mounted in it: that is the machine's own."""
    def mounted():
        with open("/proc/self/mountinfo", encoding="utf-8") as file:
            places = [line.split()[4] for line in file]
        return [place for place in places if place.startswith(scratch + "/")]
    for place in reversed(mounted()):
        run("umount", "--lazy", place, check=False)
    if left := mounted():
        print(f"cookbook: {scratch} is left, since {', '.join(left)} is still mounted in it", file=sys.stderr)
        return
    shutil.rmtree(scratch, ignore_errors=True)


class Laptop:
    """On battery, without a network, in use, with an empty home, and a daemon for all users."""

    def __init__(self, root, programs, scratch):
        self.root, self.programs, self.scratch = pathlib.Path(root), pathlib.Path(programs), pathlib.Path(scratch)
        self.scratch.chmod(0o755)
        self.children = []
        self.make_places()
        self.make_user()
        self.make_network()
        self.play_bus()
        self.serve_nas()
        self.start_daemon()

    # ---- its disk

    def make_places(self):
        for name in ("run", "media", "srv", "usr/local/sbin"):
            run("mount", "-t", "tmpfs", "-o", "mode=755", "none", f"/{name}")
        image = self.scratch / "home.img"
        with open(image, "wb") as file:
            file.truncate(1 << 30)
        run("mkfs.btrfs", "--quiet", str(image))
        run("mount", "-o", "loop", str(image), "/home")
        self.shadow("/usr/libexec")
        self.bind("/usr/libexec/bgrun", self.root / "packaging/libexec")
        # As it is installed, on everybody's PATH.
        self.shadow("/usr/local/bin")
        os.symlink(self.programs / "bgrun", "/usr/local/bin/bgrun")
        for script in (self.root / "Examples/cookbook/bin").iterdir():
            # One recipe is root's.
            if script.name == "scrub-btrfs":
                run("install", "-m", "0755", str(script), "/usr/local/sbin")
        # Somewhere it is always night.
        hours = (1 - time.gmtime().tm_hour + 12) % 24 - 12
        zone = f"/usr/share/zoneinfo/Etc/GMT{-hours:+d}"
        run("mount", "--bind", zone, os.path.realpath("/etc/localtime"))

    def shadow(self, directory):
        """Has what is in a directory stay there, and lets more be put beside it."""
        original = self.scratch / "original" / directory.strip("/")
        original.mkdir(parents=True)
        run("mount", "--bind", directory, str(original))
        # The machine's own: nothing may change or remove it by this name.
        run("mount", "-o", "remount,bind,ro", str(original))
        run("mount", "-t", "tmpfs", "-o", "mode=755", "none", directory)
        for entry in original.iterdir():
            os.symlink(entry, f"{directory}/{entry.name}")

    def bind(self, directory, source):
        os.makedirs(directory, exist_ok=True)
        run("mount", "--bind", str(source), directory)

    def replace(self, path, text):
        """Has a file of the system say something else."""
        own = self.scratch / path.strip("/").replace("/", "-")
        own.write_text(text, encoding="utf-8")
        own.chmod(0o644)
        if not os.path.exists(path):
            raise Fault(f"{path} is not there")
        run("mount", "--bind", str(own), path)

    def extend(self, path, line):
        self.replace(path, pathlib.Path(path).read_text(encoding="utf-8").rstrip("\n") + f"\n{line}\n")

    # ---- its user

    def make_user(self):
        self.extend("/etc/passwd", f"{USER}:x:{NUMBER}:{NUMBER}::{HOME}:/bin/bash")
        self.extend("/etc/group", f"{USER}:x:{NUMBER}:")
        for name in ("/etc/subuid", "/etc/subgid"):
            self.replace(name, f"{USER}:200000:65536\n")
        for place, mode in ((HOME, 0o700), (f"/run/user/{NUMBER}", 0o700), ("/srv/backup", 0o755)):
            os.makedirs(place)
            os.chown(place, NUMBER, NUMBER)
            os.chmod(place, mode)

    def me(self, *words, check=True, **variables):
        """A command that the person types, in their home."""
        become = ["setpriv", "--reuid", str(NUMBER), "--regid", str(NUMBER), "--init-groups"]
        environment = dict(
            PATH="/usr/local/bin:/usr/bin:/bin", HOME=HOME, USER=USER, LOGNAME=USER, LANG="C.UTF-8",
            XDG_RUNTIME_DIR=f"/run/user/{NUMBER}", **variables)
        return run(*become, *words, check=check, cwd=HOME, env=environment)

    def shell(self, script):
        return self.me("sh", "-euc", script).stdout

    def killed(self, script, has_begun):
        """A command of the person's that is killed, with all that it has started, once it has begun."""
        child = subprocess.Popen(
            # No shell stands between: its orphan would stay as a zombie, which counts as a process that lives.
            ["setpriv", "--reuid", str(NUMBER), "--regid", str(NUMBER), "--init-groups", "sh", "-c", f"exec env {script}"],
            cwd=HOME, env=dict(PATH="/usr/local/bin:/usr/bin:/bin", HOME=HOME, USER=USER), start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(f"{script} has begun", has_begun)
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()

    def put(self, path, text, mode=0o644):
        """A file of the person's, by its path from home; parents too."""
        file = pathlib.Path(HOME) / path
        missing = [parent for parent in (file, *file.parents) if not parent.exists()]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        file.chmod(mode)
        for made in missing:
            os.chown(made, NUMBER, NUMBER)

    # ---- its network

    def make_network(self):
        hosts = f"127.0.0.1 localhost\n{NAS} nas.home\n{WEB} data.example.org\n127.0.1.1 {os.uname().nodename}\n"
        self.replace("/etc/hosts", hosts)
        commands = [
            "link set lo up", f"addr add {NAS}/32 dev lo", f"addr add {WEB}/32 dev lo",
            "link add wlan0 type veth peer name router", "addr add 192.0.2.2/24 dev wlan0", "link set router up",
        ]
        run("ip", "-batch", str(self.file("ip", "\n".join(commands) + "\n")))

    def connect(self):
        run("ip", "link", "set", "wlan0", "up")
        run("ip", "route", "add", "default", "via", "192.0.2.1")
        # The NAS is some way off, where the kernel can do that: what ends late on the way is seen.
        run("tc", "qdisc", "add", "dev", "lo", "root", "netem", "delay", "40ms", check=False)

    def file(self, name, text):
        file = self.scratch / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def start(self, *words, log=None, **more):
        """A program that goes on until the laptop goes."""
        output = open(self.scratch / (log or "log"), "ab")
        child = subprocess.Popen(words, stdout=output, stderr=output, stdin=subprocess.DEVNULL, **more)
        self.children.append(child)
        return child

    # ---- its desktop

    def play_bus(self):
        script = self.root / "Tests/BGRunTestSupport/Fixtures/bus.py"
        place = self.scratch / "bus"
        place.mkdir()
        self.bus = subprocess.Popen(
            ["/usr/bin/python3", str(script), str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for command in ("start-bus", "start-logind", "start-network", "network metered wlan0 4",
                        "network wire wlan0 Home"):
            self.play(command)
        os.makedirs("/run/dbus")
        os.symlink(place / "bus", "/run/dbus/system_bus_socket")
        (place / "bus").chmod(0o777)

    def play(self, command):
        self.bus.stdin.write("\t".join(command.split()) + "\n")
        self.bus.stdin.flush()
        answer = self.bus.stdout.readline().strip()
        if answer != "done":
            raise Fault(f"the bus, at {command}: {answer or 'no answer'}")

    def log_in(self):
        self.play(f"add 1 {NUMBER}")
        self.play("machine session 1 Type s x11")

    def leave_alone(self):
        """Nobody has touched it for an hour."""
        since = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000 - 3_600_000_000
        self.play(f"machine session 1 IdleSinceHintMonotonic t {since}")
        self.play("machine session 1 IdleHint b 1")

    # ---- the NAS, which is reached by ssh as a NAS is

    def serve_nas(self):
        os.makedirs("/run/sshd", 0o755)
        key = self.scratch / "host-key"
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key))
        settings = self.file("sshd.conf", f"""
ListenAddress {NAS}
HostKey {key}
UsePAM no
PidFile none
Subsystem sftp internal-sftp
""")
        self.start("/usr/sbin/sshd", "-D", "-e", "-f", str(settings), log="sshd.log")
        host = (self.scratch / "host-key.pub").read_text(encoding="utf-8")
        self.put(".ssh/known_hosts", f"nas.home {host}", 0o600)
        os.chmod(f"{HOME}/.ssh", 0o700)
        self.shell("ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519; cp ~/.ssh/id_ed25519.pub ~/.ssh/authorized_keys")

    # ---- its power

    def supply(self, name, **attributes):
        for key, value in attributes.items():
            self.file(f"sys/class/power_supply/{name}/{key}", f"{value}\n")

    def plug(self, is_in=True):
        self.supply("AC", type="Mains", online=int(is_in))
        self.supply("BAT0", type="Battery", status="Charging" if is_in else "Discharging", capacity=50)

    # ---- its daemon

    def start_daemon(self):
        self.plug(False)
        self.file("sys/class/thermal/thermal_zone0/type", "x86_pkg_temp\n")
        self.file("sys/class/thermal/thermal_zone0/temp", "45000\n")
        at_once = {name: "0s" for name in ("externalPower", "network", "others", "wake")}
        self.file("policy.json", json.dumps({
            "settle": at_once, "lossSettle": dict(at_once, contradictedPower="0s"), "rest": {"initial": "1s"},
            "maxRuns": 20, "notifications": False}))
        (self.scratch / "jobs").mkdir()
        (self.scratch / "state").mkdir(0o711)
        self.daemon = self.start(
            str(self.programs / "bgrund"), "--system", "--state-directory", str(self.scratch / "state"),
            "--jobs-directory", str(self.scratch / "jobs"), "--sysfs-root", str(self.scratch / "sys"),
            "--policy", str(self.scratch / "policy.json"), "--decisions", log="daemon.log",
            env=dict(PATH="/usr/sbin:/usr/bin:/sbin:/bin", LANG="C.UTF-8"))
        until("the daemon answers", lambda: self.bgrun("status", check=False).returncode == 0)

    def bgrun(self, *words, check=True):
        """What the person types; root types what is root's."""
        return self.me("bgrun", *words, check=check)

    def ask(self, *words):
        """The same as root, who sees all jobs; the answer is JSON."""
        return json.loads(run("bgrun", *words, "--json").stdout)

    def job(self, identifier):
        return next((job for job in self.ask("status", "--all")["jobs"] if job["identifier"] == identifier), None)

    def waits(self, identifier, requirements):
        """Waits until just these keep a job from starting, beside what is looked at last."""
        def blockers():
            found = {blocker["requirement"] for blocker in self.job(identifier)["blockers"]}
            return found - {"reachable", "freeSpace", "temperature", "earliestBeginDate"}
        until(lambda: f"{identifier} waits for {requirements}; it does for {blockers()}",
              lambda: blockers() == set(requirements))

    def outcomes(self, identifier):
        """How its runs have ended, the first one first."""
        entries = self.ask("history", identifier)["entries"]
        return [entry["outcome"] for entry in reversed(entries) if "outcome" in entry]

    def has_run(self, identifier, outcome):
        """Waits until a run has ended so, and gives what it wrote."""
        def ended():
            done = self.outcomes(identifier)
            if outcome != "failed" and "failed" in done:
                raise Fault(f"{identifier} has failed:\n{self.said(identifier)}")
            return outcome in done
        until(f"{identifier} has {outcome}", ended)
        return self.said(identifier)

    def said(self, identifier):
        """What its runs have written, the first one first."""
        runs = [entry["run"] for entry in reversed(self.ask("history", identifier)["entries"]) if "run" in entry]
        return "".join(run("bgrun", "logs", identifier, "--plain", "--run", str(number), check=False).stdout for number in runs)

    def end(self):
        """The daemon ends its runs; the rest goes with the name spaces."""
        self.daemon.terminate()
        self.daemon.wait(PATIENCE)
        self.bus.stdin.close()
        self.bus.wait(PATIENCE)
        for child in self.children:
            if child.poll() is None:
                child.kill()
