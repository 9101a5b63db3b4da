"""systemd's own varlinkctl talks to the daemon: it introspects, calls, and is told of errors by their names."""
import json

SUITES = ("trixie", "testing")
TAKES = 30
ADDRESS = "/run/bgrun/org.bgrun.Scheduler"


def play(laptop, shop):
    info = laptop.run(f"varlinkctl info {ADDRESS}")
    laptop.check("it names its interfaces", "org.bgrun.Scheduler" in info, info)
    text = laptop.run(f"varlinkctl introspect {ADDRESS} org.bgrun.Scheduler")
    laptop.check("it describes one", "method Submit" in text, text[:400])

    def call(method, parameters, user=None):
        status, out, err = laptop.attempt(
            f"varlinkctl call --json=short {ADDRESS} org.bgrun.Scheduler.{method} '{json.dumps(parameters)}'", user)
        return json.loads(out) if status == 0 else err

    descriptor = {"identifier": "by-varlink", "command": ["/usr/local/bin/record", "by-varlink", "0"]}
    call("Submit", {"descriptor": descriptor}, "anna")
    laptop.await_course("by-varlink", "start end")
    laptop.check("the job was anna's", laptop.records("by-varlink")[0]["uid"] == int(laptop.run("id --user anna")))
    jobs = call("Status", {})["jobs"]
    laptop.check("it tells of jobs", len(jobs) > 3, jobs)
    err = call("Stop", {"identifier": "nobodys"})
    laptop.check("an error has its name", "org.bgrun.Scheduler." in str(err), err)
    err = call("Submit", {"descriptor": {"identifier": "wrong", "comand": ["/bin/true"]}})
    laptop.check("a wrong descriptor is refused", "org.bgrun.Scheduler." in str(err), err)
    laptop.check("and is not there", laptop.job("wrong") is None)
