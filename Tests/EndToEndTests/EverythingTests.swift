// A job that asks for all that a laptop can tell, and what each loss does to a run.
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

/// One condition that can be had and lost.
private struct Condition {
    let name: String
    /// Members of `requires`, without the braces.
    let member: String
    let gain: (EmulatedLaptop) throws -> Void
    let lose: (EmulatedLaptop) throws -> Void

    init(
        _ name: String, _ member: String, gain: @escaping (EmulatedLaptop) throws -> Void,
        lose: @escaping (EmulatedLaptop) throws -> Void
    ) {
        (self.name, self.member, self.gain, self.lose) = (name, member, gain, lose)
    }

    /// Whether it is written inside of `network`.
    var isNetwork: Bool { ["unmetered", "interface", "transport", "ssid", "vpn"].contains(name) }
}

/// In the order of requirements; each is lacking on a new ``EmulatedLaptop``.
private func conditions(in scratch: ScratchDirectory) -> [Condition] {
    let (there, mount) = (scratch.path("there"), scratch.path("mount"))
    return [
        Condition("externalPower", #""externalPower": true"#) {
            try $0.daemon.supply("AC", ["online": "1"])
        } lose: {
            try $0.daemon.supply("AC", ["online": "0"])
        },
        Condition("batteryLevel", #""batteryLevel": 60"#) {
            try $0.daemon.supply("BAT0", ["capacity": "60"])
        } lose: {
            try $0.daemon.supply("BAT0", ["capacity": "59"])
        },
        Condition("charging", #""charging": true"#) {
            try $0.daemon.supply("BAT0", ["status": "Full"])
        } lose: {
            try $0.daemon.supply("BAT0", ["status": "Discharging"])
        },
        Condition("network", #""network": true"#) {
            try ip("route replace default via 192.0.2.1")
            try $0.bus.play("network connectivity 4")
        } lose: {
            try $0.bus.play("network connectivity 2")
        },
        Condition("unmetered", #""unmetered": true"#) {
            try $0.bus.play("network metered eth0 2")
        } lose: {
            try $0.bus.play("network metered eth0 1")
        },
        Condition("interface", #""interface": "dock*""#) { _ in
            // Half of all addresses leaves through it.
            try ip("route add 128.0.0.0/1 via 198.51.100.1")
        } lose: { _ in
            try ip("route del 128.0.0.0/1")
        },
        Condition("transport", #""transport": ["mobile", "wifi"]"#) { _ in
            try ip("route add ::/0 via 2001:db8::1")
        } lose: { _ in
            try ip("route del ::/0 via 2001:db8::1")
        },
        Condition("ssid", #""ssid": "Home""#) {
            try $0.bus.play("network join eth0 wireless 486f6d65")
        } lose: {
            try $0.bus.play("network leave wireless")
        },
        Condition("vpn", #""vpn": "tun0""#) { _ in
            try ip("link set tun0 up")
        } lose: { _ in
            try ip("link set tun0 down")
        },
        Condition("idle", #""idle": "1m""#) {
            try $0.rest(true)
        } lose: {
            try $0.rest(false)
        },
        Condition("locked", #""locked": true"#) {
            try $0.bus.play("lock 1 1")
        } lose: {
            try $0.bus.play("lock 1 0")
        },
        Condition("pathExists", #""pathExists": "\#(there)""#) {
            try $0.daemon.scratch.file("there", "")
        } lose: { _ in
            #expect(unlink(there) == 0)
        },
        Condition("mounted", #""mounted": "\#(mount)""#) { _ in
            try mountEmpty(over: mount)
        } lose: { _ in
            try unmount(mount)
        },
        Condition("lid", #""lid": "closed""#) {
            try $0.bus.play("machine set upower LidIsClosed b 1")
        } lose: {
            try $0.bus.play("machine set upower LidIsClosed b 0")
        },
        Condition("powerSaver", #""powerSaver": true"#) {
            try $0.bus.play("machine set profiles ActiveProfile s power-saver")
        } lose: {
            try $0.bus.play("machine set profiles ActiveProfile s balanced")
        },
    ]
}

@Suite struct `A job that asks for everything` {
    /// Links of two networks and a tunnel, none of which leads anywhere yet.
    private func makeLinks() throws -> TunnelProgram {
        try ip(
            "link set lo up", "link add eth0 type veth peer name far0",
            "link add dock0 type veth peer name far1",
            "link add wlan0 index 70 type veth peer name far2", "addr add 2001:db8::2/64 dev wlan0 nodad",
            "link set far2 up", "link set wlan0 up",
            "addr add 192.0.2.2/24 dev eth0", "addr add 198.51.100.2/24 dev dock0", "link set far0 up",
            "link set far1 up", "link set eth0 up", "link set dock0 up", "tuntap add tun0 mode tun",
            "addr add 10.8.0.2/24 dev tun0")
        return try TunnelProgram("tun0")
    }

    private func prepare() throws -> EmulatedLaptop {
        let machine = try EmulatedLaptop(policy: #", "supplies": {"trust": ["AC"]}"#)
        try machine.daemon.scratch.directory("mount")
        try machine.daemon.scratch.file("sys/class/net/wlan0/ifindex", "70\n")
        try machine.daemon.scratch.file("sys/class/net/wlan0/uevent", "DEVTYPE=wlan\nINTERFACE=wlan0\n")
        try machine.daemon.supply("BAT0", ["capacity": "43"])
        try machine.bus.play("machine set upower LidIsPresent b 1")
        try machine.bus.play("machine set upower LidIsClosed b 0")
        for step in [
            "connectivity 4", "wire eth0 one", "wire dock0 two", "wire wlan0 three", "metered eth0 1",
            "metered dock0 4",
            "metered wlan0 4",
        ] {
            try machine.bus.play("network \(step)")
        }
        return machine
    }

    // B-2 B-26 B-27 B-28 B-29 B-30 B-31 B-32 B-33 B-113
    @Test(.root) func `starts when the last of it comes, and is stopped by the loss of each of it`() throws {
        // What starts the bus makes threads, and they are to stay out of the namespaces.
        let machine = try prepare()
        let daemon = machine.daemon
        try inNamespaces {
            let tunnel = try makeLinks()
            try daemon.start()
            let all = conditions(in: daemon.scratch)
            let network = all.filter(\.isNetwork).map(\.member)
            let others = all.filter { !$0.isNetwork && $0.name != "network" }.map(\.member)
            // What is looked at before a start only holds all the time.
            let looked = [
                #""load": 100"#, #""pressure": {"memory": 100}"#, #""temperature": 70"#,
                #""freeSpace": {"path": "\#(daemon.scratch.path)", "atLeast": "1K"}"#,
                #""command": {"command": ["/usr/bin/test", "-d", "/"], "every": "1m"}"#,
            ]
            let requires =
                (others + [#""network": {\#(network.joined(separator: ", "))}"#] + looked)
                .joined(separator: ", ")
            try daemon.submit("all", lasting: "{\(requires)}")
            var lacking = all.map(\.name)
            for condition in all {
                let job = try daemon.job("all", becomes: "waits for \(lacking)") { job in
                    let names = job.blockers.map(\.requirement)
                    return names.filter { lacking.contains($0) } == lacking
                }
                #expect(job.state == .due && job.lastRun == nil)
                try condition.gain(machine)
                lacking.removeFirst()
            }
            for condition in all {
                let run = try daemon.runs("all").run
                try condition.lose(machine)
                let job = try daemon.job("all", becomes: "due without \(condition.name)") {
                    $0.state == .due && $0.lastRun?.run == run
                }
                #expect(job.lastRun?.outcome == .interrupted)
                #expect(job.lastRun?.stopReason?.description == "requirementLost:\(condition.name)")
                #expect(job.blockers.contains { $0.requirement == condition.name })
                try condition.gain(machine)
            }
            try daemon.runs("all")
            withExtendedLifetime(tunnel) {}
        }
    }
}
