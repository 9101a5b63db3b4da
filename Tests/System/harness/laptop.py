"""The words that stories are told in: a laptop with bgrun on it, what is done to it, and what must then be so."""
import datetime
import json
import time

from .channel import PATIENCE, Gone

SUPPLY = "/sys/module/test_power/parameters"
# How many seconds later than promised an emulated laptop may be.
SLACK = 25


def instant(text):
    """A date of bgrun's, in seconds. One that was relative moves with the clock on the board, which has whole seconds."""
    return datetime.datetime.fromisoformat(text).timestamp()


class Untrue(AssertionError):
    """Something that a story says is not so."""


class Laptop:
    """A machine that a story plays on. All that is done and seen goes to the story's transcript."""

    def __init__(self, machine, transcript):
        self.machine, self.transcript, self.began = machine, transcript, time.monotonic()

    def note(self, text):
        for line in text.rstrip().splitlines():
            self.transcript.write(f"{time.monotonic() - self.began:8.2f}  {line}\n")
        self.transcript.flush()

    # ---- what must be so ----

    def check(self, sentence, holds, came=""):
        """Goes on if it holds; else the story ends with the sentence and with what came."""
        self.note(f"ok: {sentence}  {repr(came)[:160]}" if holds else f"UNTRUE: {sentence}\n{came!r}")
        if not holds:
            raise Untrue(f"{sentence}\n    came: {came!r}")

    def until(self, sentence, look, within=60):
        """Waits until a look gives something, and gives it. What the look gave last is told if it never does."""
        end, came = time.monotonic() + within * PATIENCE, None
        while True:
            came = look()
            if came:
                self.note(f"ok: {sentence} {repr(came)[:160]}")
                return came
            if time.monotonic() > end:
                self.check(f"{sentence} (within {within} s)", False, came)
            time.sleep(0.25)

    def stays(self, sentence, look, seconds):
        """Looks again and again for a while; each time it must hold."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            holds = look()
            if not holds:
                self.check(sentence, False, holds)
            time.sleep(0.5)
        self.check(sentence, True)

    # ---- commands ----

    def attempt(self, command, user=None, within=60, given=""):
        """Runs a shell line in the guest; its status, what it printed, and its complaints."""
        answer = self.machine.channel.ask(
            within, run=command, input=given, **({"user": user} if user else {}))
        out, err = answer.get("out", ""), answer.get("err", "")
        self.note(f"{user or ''}# {command}  -> {answer['status']}\n" + "".join(
            f"    {line}\n" for line in (out + err).splitlines()[:40]))
        return answer["status"], out, err

    def run(self, command, user=None, within=60, given=""):
        """What a shell line prints, which must succeed."""
        status, out, err = self.attempt(command, user, within, given)
        if status:
            raise Untrue(f"`{command}` succeeds\n    came: status {status}, {(out + err)[-800:]!r}")
        return out

    def write(self, path, text, mode=0o644):
        self.machine.channel.write(path, text.encode() if isinstance(text, str) else text, mode)

    def uptime(self):
        return float(self.machine.channel.read("/proc/uptime").split()[0])

    def clock(self):
        """The guest's wall clock, in seconds."""
        return float(self.run("date +%s.%N"))

    # ---- bgrun ----

    def bgrun(self, arguments, user=None):
        """What a subcommand answers in JSON."""
        return json.loads(self.run(f"bgrun {arguments} --json", user))

    def submit(self, identifier, user=None, own=False, **keys):
        """Submits a descriptor: to the system's daemon, or to a user's own. It records under its identifier, for `seconds`."""
        if not {"command", "shell", "unit"} & keys.keys():
            keys["command"] = ["/usr/local/bin/record", identifier, str(keys.pop("seconds", 0))]
        flag = " --user" if own else ""
        return self.run(f"bgrun submit -{flag}", user, given=json.dumps({"identifier": identifier, **keys}))

    def job(self, identifier, user=None, own=False):
        """A job as `status` shows it, or nothing once it has left."""
        status, out, _ = self.attempt(f"bgrun status {identifier}{' --user' if own else ''} --json", user)
        if status:
            return None
        jobs = json.loads(out)["jobs"]
        return jobs[0] if jobs else None

    def known(self, identifier, user=None, own=False):
        """A job as `status` shows it, which must be there."""
        job = self.job(identifier, user, own)
        if job is None:
            self.check(f"there is a job {identifier}", False)
        return job

    def blockers(self, identifier, user=None):
        job = self.job(identifier, user)
        return [blocker["requirement"] for blocker in job["blockers"]] if job else None

    def history(self, identifier, user=None, own=False):
        """How each run of a job has ended, the newest first."""
        answer = self.bgrun(f"history {identifier}{' --user' if own else ''}", user)
        return [entry for entry in answer["entries"] if entry.get("outcome")]

    def outcomes(self, identifier, user=None, own=False):
        return [entry["outcome"] for entry in reversed(self.history(identifier, user, own))]

    def records(self, name, what=None):
        """What a job wrote down, in its order; all of it, or its starts, stops or ends."""
        lines = (self.machine.channel.read(f"/var/tmp/records/{name}") or b"").splitlines()
        return [record for record in map(json.loads, lines) if what in (None, record["what"])]

    def course(self, name):
        """What a job wrote down, in a word each."""
        return " ".join(record["what"] for record in self.records(name))

    def await_course(self, name, course, within=60):
        """Waits until a job has written down just that; gives the last record."""
        self.until(f"{name} records: {course}", lambda: self.course(name) == course or self.lag(name, course), within)
        return self.records(name)[-1]

    def lag(self, name, course):
        """Nothing while a course may still come; it is untrue once it can't."""
        came = self.course(name)
        if not course.startswith(came):
            self.check(f"{name} records: {course}", False, came)
        return None

    def daemon(self):
        """The process of the system's daemon."""
        return int(self.run("systemctl show --property=MainPID --value bgrund"))

    # ---- the device ----

    def power(self, plugged):
        """Plugs the charger in or out; gives when that was, by the guest's uptime."""
        battery = "charging" if plugged else "discharging"
        state = "on" if plugged else "off"
        self.run(f"cd {SUPPLY} && echo {state} >ac_online && echo {state} >usb_online && echo {battery} >battery_status")
        return self.uptime()

    def cable(self, plugged):
        self.note(f"network cable {'in' if plugged else 'out'}")
        self.machine.cable(plugged)
        return self.uptime()

    def suspended(self):
        return self.machine.state() == "suspended"

    def sleep(self, user=None):
        """Suspends the laptop as a person's desktop would, and waits until it sleeps."""
        self.attempt("systemctl suspend", user)
        self.until("the laptop sleeps", self.suspended)

    def wake(self):
        self.note("woken")
        self.machine.wake()
        self.until("the laptop is awake", lambda: not self.suspended())

    def reboot(self):
        self.note("reboot")
        boot = self.run("cat /proc/sys/kernel/random/boot_id").strip()
        try:
            self.attempt("systemctl reboot")
        except Gone:
            pass
        self.check("another boot", self.machine.await_agent() != boot)
        self.settle()

    def switch_off(self):
        """Has it switch itself off, as by its menu."""
        self.off = self.clock()
        self.note("off")
        try:
            self.attempt("systemctl poweroff")
        except Gone:
            pass
        self.machine.await_off()

    def switch_on(self, later):
        """Switches it on again when, by the clock on its board, so many seconds have gone by."""
        clock = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(self.off + later))
        self.note(f"on at {clock}")
        self.machine.boot(clock=clock)
        self.settle()

    def settle(self):
        """Waits until all that is started at boot is there."""
        status, out, _ = self.attempt("systemctl is-system-running --wait", within=180)
        self.check("all services run", out.strip() == "running", out + self.attempt("systemctl --failed --no-legend")[1])

    def keep(self, folder):
        """What somebody who looks for the fault of a failed story needs, as far as it can be had."""
        if not (self.machine.is_on() and self.machine.monitor and self.machine.channel):
            return
        try:
            if self.suspended():
                self.machine.wake()
        except (Gone, OSError):
            return
        looks = {
            "journal.log": "journalctl --no-pager --output=short-precise --lines=5000",
            "decisions.log": "cat /run/bgrun/decisions.log",
            "status.log": "bgrun status; bgrun history --limit 50; bgrun doctor; systemctl --failed; dmesg | tail -30",
        }
        for name, command in looks.items():
            try:
                answer = self.machine.channel.ask(30, run=f"exec 2>&1; {command}")
            except Gone as error:
                answer = {"out": f"{command}: {error}\n"}
            with open(f"{folder}/{name}", "w") as file:
                file.write(answer.get("out", ""))
