"""Fifty descriptors arrive in a directory at once, and ten of a user's beside: each runs once, three at a time (B-15)."""
import collections
import json
import time

TAKES = 120
COUNTS = {"file": 50, "sent": 10}


def play(laptop, shop):
    laptop.run("mkdir /root/new")
    for number in range(COUNTS["file"]):
        descriptor = {"identifier": f"file{number}", "command": ["/usr/local/bin/record", f"file{number}", "1"]}
        laptop.write(f"/root/new/file{number}.json", json.dumps(descriptor))
    laptop.run("mv /root/new/*.json /etc/bgrun/jobs.d/")
    lines = "".join(json.dumps({"identifier": f"sent{number}", "command": ["/usr/local/bin/record", f"sent{number}"]}) + "\n"
                    for number in range(COUNTS["sent"]))
    laptop.write("/tmp/lines", lines)
    laptop.run("while read -r line; do echo \"$line\" | bgrun submit - & done </tmp/lines; wait", "anna", within=240)

    def ended():
        time.sleep(2)
        return laptop.run("cat /var/tmp/records/* 2>/dev/null | grep -c '\"end\"' || true").strip() == str(sum(COUNTS.values()))

    laptop.until("all have run", ended, 300)
    for kind, count in COUNTS.items():
        came = collections.Counter(laptop.course(f"{kind}{number}") for number in range(count))
        laptop.check(f"each {kind} ran once", came == {"start end": count}, came)
    marks = {kind: [] for kind in COUNTS}
    for kind, count in COUNTS.items():
        for number in range(count):
            begin, end = laptop.records(f"{kind}{number}")
            marks[kind] += [(begin["up"], 1), (end["up"], -1)]
    # An owner who has none may have one beside the three.
    laptop.check("three of root's ran at once, and never more", most(marks["file"]) == 3, most(marks["file"]))
    laptop.check("and never more than four in all", most(marks["file"] + marks["sent"]) <= 4, marks)
    states = {job["identifier"]: job["state"] for job in laptop.bgrun("status --all")["jobs"]}
    laptop.check("no sent one is left", not [name for name in states if name.startswith("sent")], states)
    came = laptop.bgrun("history --limit 400")["entries"]
    bad = [entry for entry in came if entry["identifier"][:4] in COUNTS and entry["outcome"] != "succeeded"]
    laptop.check("all have succeeded", not bad, bad)


def most(marks):
    """How many ran at once at most: each mark is an instant, and one more or one less."""
    found = running = 0
    for _, change in sorted(marks):
        running += change
        found = max(found, running)
    return found
