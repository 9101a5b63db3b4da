"""An application has a task: done while it runs, ended with the charger, begun by the daemon when it does not run, also after a boot."""
import json

TAKES = 120
NOTES = 60
TASK = "com.example.notes.count"


def play(laptop, shop):
    with open(shop.application(), "rb") as file:
        laptop.write("/root/notes.deb", file.read())
    laptop.run("dpkg --install /root/notes.deb", within=120)
    laptop.until("its manifest is read", lambda: "com.example.notes" in laptop.run("bgrun applications", "anna"))
    laptop.run(f"mkdir ~/notes && for n in $(seq 10 {9 + NOTES}); do echo three more words >~/notes/$n.txt; done", "anna")
    laptop.run("cd && setsid --fork example-notes notes >/dev/null 2>&1 </dev/null", "anna")

    def counted():
        status, out, _ = laptop.attempt("cat ~/notes/counts.json", "anna")
        return json.loads(out) if status == 0 else {}

    def ends():
        return laptop.outcomes(TASK, "anna")

    def processes():
        return laptop.attempt("pgrep --count --exact example-notes")[1].strip()

    laptop.until("its task is done, in its own process or in one that the daemon starts", lambda: len(counted()) >= 2)
    laptop.power(False)
    laptop.until("without the charger its task is told to end", lambda: ends() == ["interrupted"])
    laptop.check("and its process is left", processes() != "0", processes())
    before = len(counted())
    laptop.check("what it had counted is kept", 2 <= before < NOTES, before)
    laptop.run("pkill --exact example-notes")
    laptop.power(True)
    # It has asked to go on an hour later.
    laptop.until("its next request waits", lambda: (laptop.job(TASK, "anna") or {}).get("state") == "scheduled")
    laptop.run(f"bgrun simulate launch {TASK}", "anna")
    laptop.until("the daemon starts it for its task", lambda: processes() == "1" and len(counted()) > before)
    host = laptop.run("tr '\\0' '\\n' </proc/$(pgrep --exact example-notes)/environ")
    laptop.check("as her, in her home", "BGRUN_HOST=" in host and "HOME=/home/anna" in host)
    laptop.run(f"bgrun simulate expire {TASK}", "anna")
    laptop.until("a simulated end ends it", lambda: len(ends()) == 2)

    laptop.until("a request waits again", lambda: (laptop.job(TASK, "anna") or {}).get("state") == "scheduled")
    before = len(counted())
    laptop.reboot()
    laptop.check("its request outlives a boot", laptop.known(TASK, "anna")["state"] == "scheduled", laptop.job(TASK, "anna"))
    laptop.check("nobody has started it", processes() == "0")
    laptop.run(f"bgrun simulate launch {TASK}", "anna")
    laptop.until("it is started, and counts what is left", lambda: len(counted()) == NOTES, 180)
    laptop.until("which is a success", lambda: ends()[-1] == "succeeded")
    laptop.check("each note was counted once", set(counted().values()) == {3}, counted())
    laptop.run("dpkg --remove example-notes", within=120)
    laptop.until("with its package its task goes", lambda: "com.example.notes" not in laptop.run("bgrun applications", "anna"))
