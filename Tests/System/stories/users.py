"""Two users, each with their own rights, groups and sight; one of them also has a daemon of her own."""
import json

TAKES = 80


def play(laptop, shop):
    numbers = {user: int(laptop.run(f"id --user {user}")) for user in ("anna", "ben")}
    for user in numbers:
        laptop.submit("mine", user, command=["/usr/local/bin/record", f"mine-{user}", "600"],
                      environment={"TOKEN": "of-nobodys-business"}, standardInput="nor-is-this")
    records = {user: laptop.await_course(f"mine-{user}", "start") for user in numbers}
    for user, number in numbers.items():
        record = records[user]
        laptop.check(f"{user}'s job is {user}'s", (record["uid"], record["home"]) == (number, f"/home/{user}"), record)
        groups = laptop.run(f"ps --no-headers -o group,supgrp {record['pid']}").split()
        laptop.check(f"{user}'s job has {user}'s groups alone", set(groups) == {user}, groups)
        laptop.check("it is in the daemon's part of the tree, in a group of its owner's",
                     record["group"].startswith("/system.slice/bgrund.service/") and str(number) in record["group"], record)
    laptop.check("anna's have her directory at run time", records["anna"]["runtime"] == f"/run/user/{numbers['anna']}",
                 records["anna"])
    laptop.check("two runs share no group", records["anna"]["group"] != records["ben"]["group"], records)
    group = records["anna"]["group"].rsplit("/", 1)[0]
    controllers = laptop.run(f"cat /sys/fs/cgroup{group}/cgroup.controllers").split()
    laptop.check("an owner's group has its controllers", {"cpu", "memory", "pids"} <= set(controllers), controllers)

    jobs = laptop.bgrun("status --all", "anna")["jobs"]
    came = [(job["identifier"], job["owner"]) for job in jobs]
    laptop.check("anna sees her own job alone", came == [("mine", numbers["anna"])], came)
    owners = {job["owner"] for job in laptop.bgrun("status --all")["jobs"]}
    laptop.check("root sees all", {0, *numbers.values()} <= owners, owners)
    for command in (f"cancel mine --owner {numbers['ben']}", f"stop mine --owner {numbers['ben']}",
                    "disable org.bgrun.file-index"):
        status, out, err = laptop.attempt(f"bgrun {command}", "anna")
        laptop.check(f"anna may not `{command}`", status not in (0, 4, 70), out + err)
    laptop.check("ben's goes on", laptop.course("mine-ben") == "start")
    for look in ("bgrun status mine --json", "bgrun history --json", "bgrun cat mine"):
        out = laptop.run(look, "anna")
        laptop.check(f"`{look}` shows no values", "nobodys-business" not in out and "nor-is-this" not in out, out)
    laptop.check("the journal has none", laptop.attempt("journalctl | grep -e of-nobodys-business -e nor-is-this")[0] == 1)
    for path in ("/var/lib/bgrun/bgrun.sqlite", "/var/lib/bgrun/output"):
        laptop.check(f"ben may not look into {path}", laptop.attempt(f"ls {path}/ || cat {path}", "ben")[0] != 0)
    laptop.run("bgrun cancel mine", "anna")
    stop = laptop.await_course("mine-anna", "start stop")
    laptop.check("her own she may cancel", stop["reason"] == "cancelled", stop)

    # She has no session at a seat: logind itself would not let her.
    waking = """echo '{"identifier": "waking", "command": ["/bin/true"], "KEY": "always", "earliestBeginDate": "+1d"}' | bgrun submit -"""
    for key in ("keepAwake", "wakeSystem"):
        status, out, err = laptop.attempt(waking.replace("KEY", key), "anna")
        laptop.check(f"anna, who is not at the machine, may not have it {key}", status == 2 and "awakeOwners" in err, (status, out, err))
    laptop.run("echo '{\"awakeOwners\": [\"anna\"]}' >/etc/bgrun/bgrund.json; systemctl reload bgrund")
    laptop.until("where the policy names her she may", lambda: laptop.attempt(waking.replace("KEY", "keepAwake"), "anna")[0] == 0)
    laptop.run("rm /etc/bgrun/bgrund.json; systemctl reload bgrund; bgrun cancel waking --owner anna")

    laptop.run("systemctl --user enable --now bgrund", "anna")
    laptop.submit("own", "anna", own=True, seconds=600, requiresExternalPower=True)
    record = laptop.await_course("own", "start")
    laptop.check("a run of her own daemon is below her manager", f"user@{numbers['anna']}.service" in record["group"], record)
    laptop.check("the system's daemon knows nothing of it", laptop.job("own", "anna") is None)
    unplugged = laptop.power(False)
    stop = laptop.await_course("own", "start stop")
    laptop.check("her own daemon knows of the charger", stop["reason"] == "requirementLost:externalPower", stop)
    laptop.check("as soon as the system's", stop["up"] - unplugged < 15, stop["up"] - unplugged)
    came = json.loads(laptop.run("bgrun status --user --json", "anna"))["jobs"]
    laptop.check("it has that job alone", [job["identifier"] for job in came] == ["own"], came)
