"""The cable goes out and in, and NetworkManager calls the network metered, or captive: B-7 and B-8."""
import time

from harness.laptop import SLACK

TAKES = 180
CHECK = """[connectivity]
enabled=true
uri=http://10.0.2.100/check
response=NetworkManager is online
interval=60
"""


def play(laptop, shop):
    def starts(name):
        return len(laptop.records(name, "start"))

    laptop.submit("net", seconds=600, requiresNetwork=True, timeBudget="20m")
    laptop.await_course("net", "start")
    laptop.cable(False)
    time.sleep(5)
    laptop.cable(True)
    laptop.stays("a loss of 5 s ends nothing", lambda: laptop.course("net") == "start", 25)
    out = laptop.cable(False)
    laptop.until("a pulled cable is seen at once", lambda: [
        condition["verdict"] for condition in laptop.bgrun("status")["device"]["conditions"]
        if condition["requirement"] == "network"] == ["no"], 18)
    stop = laptop.await_course("net", "start stop", 60)
    came = stop["up"] - out
    laptop.check("after 20 s without it the run is told to stop", 19.5 <= came <= 20 + SLACK, came)
    laptop.check("it can read why", stop["reason"] == "requirementLost:network", stop)
    back = laptop.cable(True)
    laptop.await_course("net", "start stop start", 60)
    came = laptop.records("net")[2]["up"] - back
    laptop.check("it starts once the network has settled for 5 s", 4.5 <= came <= 5 + SLACK, came)

    def metered(word):
        laptop.run(f"nmcli connection modify wired connection.metered {word} && "
                   "{ nmcli device reapply eth0 || nmcli connection up wired; }")

    metered("no")
    laptop.submit("cheap", seconds=600, requires={"network": {"unmetered": True}}, timeBudget="20m")
    laptop.await_course("cheap", "start")
    metered("yes")
    stop = laptop.await_course("cheap", "start stop", 60)
    laptop.check("a network that has become metered stops it", stop["reason"] == "requirementLost:unmetered", stop)
    laptop.check("and not what takes any", starts("net") == 2 and laptop.course("net") == "start stop start",
                 laptop.course("net"))
    metered("no")
    laptop.await_course("cheap", "start stop start", 60)

    laptop.run("bgrun cancel net && bgrun cancel cheap")
    laptop.write("/etc/NetworkManager/conf.d/check.conf", CHECK)
    laptop.machine.portal(True)
    laptop.run("systemctl restart NetworkManager && nm-online --quiet --timeout=30; nmcli networking connectivity check")
    laptop.until("NetworkManager sees a portal",
                 lambda: laptop.run("nmcli networking connectivity check").strip() == "portal")
    laptop.submit("open", requiresNetwork=True)
    laptop.stays("behind a portal nothing starts", lambda: laptop.blockers("open") == ["network"], 10)
    why = laptop.run("bgrun why open")
    laptop.check("and it is said why", "portal" in why or "log" in why.lower(), why)
    laptop.machine.portal(False)
    laptop.until("it is open", lambda: laptop.run("nmcli networking connectivity check").strip() == "full")
    laptop.await_course("open", "start end", 60)

    laptop.submit("tunnel", requires={"network": {"vpn": "wg0"}})
    laptop.until("a job for a tunnel waits", lambda: laptop.blockers("tunnel") == ["vpn"])
    laptop.run("ip link add wg0 type wireguard && ip address add 10.9.0.2/24 dev wg0 && ip link set wg0 up")
    laptop.await_course("tunnel", "start end", 60)
