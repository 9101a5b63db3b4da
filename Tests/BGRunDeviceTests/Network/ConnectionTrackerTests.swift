// What NetworkManager tells, over a real bus.

import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunDevice

private let absent = Observation.absent("NetworkManager is not on the system bus")

private func hexadecimal(_ text: String) -> String {
    text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

// B-27
@Suite struct `A follower of NetworkManager` {
    private let machine: PrivateBus
    private let follower: ConnectionFollower

    init() throws {
        machine = try PrivateBus.withNetworkManager()
        follower = try ConnectionFollower(machine.address)
    }

    private func join(_ device: String, _ name: String, _ ssid: String) throws {
        try machine.play("network join \(device) \(name) \(hexadecimal(ssid))")
    }

    @Test func `is told of the whole once, when all answers have come`() throws {
        try machine.play("network connectivity 2")
        try join("wlan0", "one", "Home")
        try machine.play("network wire eth0 two")
        try machine.play("network metered wlan0 1")
        follower.tracker.observe()
        #expect(follower.tracker.takeObservation() == nil)
        let whole = connection(portal: true, metered: ["wlan0": true], ["wlan0": "Home", "eth0": nil])
        #expect(try follower.observations(upTo: whole) == [whole])
        try follower.rest()
        #expect(follower.tracker.takeObservation() == nil)
    }

    // B-20
    @Test func `is told of a captive portal, and of no other state of connectivity`() throws {
        follower.tracker.observe()
        try follower.observations(upTo: connection())
        for state in [0, 1, 3, 4, 5] {
            try machine.play("network connectivity \(state)")
            try follower.rest()
            #expect(follower.tracker.takeObservation() == nil)
        }
        try machine.play("network connectivity 2")
        #expect(try follower.observations(upTo: connection(portal: true)) == [connection(portal: true)])
        try machine.play("network connectivity 4")
        #expect(try follower.observations(upTo: connection()) == [connection()])
    }

    @Test func `takes a guess for the known, and nothing before NetworkManager has looked`() throws {
        try machine.play("network wire eth0 one")
        follower.tracker.observe()
        try follower.observations(upTo: connection(["eth0": nil]))
        let steps: [(Int, Bool?)] = [
            (1, true), (2, false), (3, true), (4, false), (0, nil), (3, true), (9, nil),
        ]
        for (number, isMetered) in steps {
            try machine.play("network metered eth0 \(number)")
            let expected = connection(metered: isMetered.map { ["eth0": $0] } ?? [:], ["eth0": nil])
            #expect(try follower.observations(upTo: expected) == [expected])
        }
        // From known to guessed is no news.
        try machine.play("network metered eth0 1")
        try follower.observations(upTo: connection(metered: ["eth0": true], ["eth0": nil]))
        try machine.play("network metered eth0 3")
        try follower.rest()
        #expect(follower.tracker.takeObservation() == nil)
    }

    @Test func `is told of each device for itself, by the name under which packets leave`() throws {
        for name in ["eth0", "wwan0"] { try machine.play("network wire \(name) \(name)") }
        try machine.play("network metered eth0 4")
        try machine.play("network metered wwan0 3")
        let (device, path) = (
            "org.freedesktop.NetworkManager.Device", "/org/freedesktop/NetworkManager/Devices"
        )
        try machine.play("network spoil \(path)/wwan0 \(device).Interface cdc-wdm0")
        follower.tracker.observe()
        let whole = connection(metered: ["eth0": false, "wwan0": true], ["eth0": nil, "wwan0": nil])
        #expect(try follower.observations(upTo: whole) == [whole])
    }

    @Test func `is told of a device once, however many connections it has`() throws {
        try machine.play("network wire eth0 one")
        try machine.play("network wire eth0 vpn")
        try machine.play("network metered eth0 1")
        follower.tracker.observe()
        let whole = connection(metered: ["eth0": true], ["eth0": nil])
        #expect(try follower.observations(upTo: whole) == [whole])
        try machine.play("network leave one")
        try follower.rest()
        #expect(follower.tracker.takeObservation() == nil)
    }

    @Test(arguments: ["vpn", "wireguard"])
    func `is told of VPNs by the names that people gave them, once they are connected`(_ kind: String) throws
    {
        try machine.play("network wire eth0 one")
        try machine.play("network tunnel eth0 office \(kind)")
        try machine.play("network state office 1")
        follower.tracker.observe()
        try follower.observations(upTo: connection(["eth0": nil]))
        try machine.play("network state office 2")
        try follower.observations(upTo: connection(vpns: ["office"], ["eth0": nil]))
        try machine.play("network leave office")
        try follower.observations(upTo: connection(["eth0": nil]))
    }

    @Test func `is told of wireless networks that are joined and left, each with its device`() throws {
        follower.tracker.observe()
        try follower.observations(upTo: connection())
        try join("wlan0", "one", "Home")
        try follower.observations(upTo: connection(["wlan0": "Home"]))
        try join("wlan1", "two", "Cafe")
        try follower.observations(upTo: connection(["wlan0": "Home", "wlan1": "Cafe"]))
        try join("wlan2", "three", "Home")
        try follower.observations(upTo: connection(["wlan0": "Home", "wlan1": "Cafe", "wlan2": "Home"]))
        try machine.play("network leave one")
        try machine.play("network leave two")
        try follower.observations(upTo: connection(["wlan2": "Home"]))
        try machine.play("network leave three")
        try follower.observations(upTo: connection())
    }

    @Test func `counts a network from when it is connected until it is given up`() throws {
        try join("wlan0", "one", "Home")
        try machine.play("network state one 1")
        follower.tracker.observe()
        try follower.observations(upTo: connection(["wlan0": nil]))
        try machine.play("network state one 2")
        try follower.observations(upTo: connection(["wlan0": "Home"]))
        try machine.play("network state one 3")
        try follower.observations(upTo: connection(["wlan0": nil]))
    }

    @Test func `stays in a network in which its device roams`() throws {
        try join("wlan0", "one", "Home")
        follower.tracker.observe()
        try follower.observations(upTo: connection(["wlan0": "Home"]))
        try follower.rest()
        try machine.play("network roam wlan0")
        try machine.play("network roam wlan0 two \(hexadecimal("Home"))")
        #expect(try !follower.isReady)
        try machine.play("network metered wlan0 2")
        let after = connection(metered: ["wlan0": false], ["wlan0": "Home"])
        #expect(try follower.observations(upTo: after) == [after])
    }

    @Test func `between two access points is told when the next one is there`() throws {
        try join("wlan0", "one", "Home")
        try machine.play("network roam wlan0")
        follower.tracker.observe()
        try follower.observations(upTo: connection(["wlan0": nil]))
        try follower.rest()
        try machine.play("network roam wlan0 two \(hexadecimal("Home"))")
        let next = connection(["wlan0": "Home"])
        #expect(try follower.observations(upTo: next) == [next])
        // It is listened to no more.
        try follower.rest()
        try machine.play("network storm wlan0 two 50")
        #expect(try !follower.isReady)
    }

    @Test func `does not count the access point that the machine is itself`() throws {
        try join("wlan0", "one", "Mine")
        try machine.play("network mode wlan0 3")
        follower.tracker.observe()
        let none = connection(["wlan0": nil])
        #expect(try follower.observations(upTo: none) == [none])
    }

    @Test func `is woken by no scan, however busy the air is`() throws {
        try join("wlan0", "one", "Home")
        follower.tracker.observe()
        try follower.observations(upTo: connection(["wlan0": "Home"]))
        try follower.rest()
        try machine.play("network storm wlan0 one 1000")
        #expect(try !follower.isReady)
        #expect(follower.bus.deadline == nil)
        // What is listened to wakes at once: the storm had come by now.
        try machine.play("network connectivity 2")
        #expect(try follower.isReady)
        try follower.observations(upTo: connection(portal: true, ["wlan0": "Home"]))
    }

    @Test func `does not believe a stranger`() throws {
        follower.tracker.observe()
        try follower.observations(upTo: connection())
        try follower.rest()
        try machine.play("network forge")
        #expect(try follower.isReady)
        follower.bus.process()
        // Not even enough for a question.
        #expect(follower.bus.deadline == nil)
        #expect(follower.tracker.takeObservation() == nil)
    }

    @Test func `says why it knows nothing when NetworkManager leaves, and all anew when it is back`() throws {
        try join("wlan0", "one", "Home")
        follower.tracker.observe()
        try follower.observations(upTo: connection(["wlan0": "Home"]))
        try machine.play("stop-network")
        let gone = Observation.absent("NetworkManager has left the system bus")
        #expect(try follower.observations(upTo: gone) == [gone])
        #expect(follower.bus.deadline == nil)
        try machine.play("start-network")
        #expect(try follower.observations(upTo: connection()) == [connection()])
        try machine.play("network connectivity 2")
        try follower.observations(upTo: connection(portal: true))
    }

    @Test func `is told all as soon as a NetworkManager that starts has more than its name`() throws {
        try machine.play("network hide")
        follower.tracker.observe()
        let starting = Observation.unknown("NetworkManager is still starting")
        #expect(try follower.observations(upTo: starting) == [starting])
        try follower.rest()
        try machine.play("network show")
        #expect(try follower.observations(upTo: connection()) == [connection()])
    }

    @Test func `publishes nothing while it waits for answers, and no answer of one who has left`() throws {
        try machine.play("pause network")
        follower.tracker.observe()
        try follower.meet()
        #expect(follower.tracker.takeObservation() == nil)
        try machine.play("stop-network")
        let gone = Observation.absent("NetworkManager has left the system bus")
        #expect(try follower.observations(upTo: gone) == [gone])
        // Also where more than a batch has come, of which the first said so.
        try follower.rest()
        #expect(follower.tracker.takeObservation() == nil)
    }

    @Test func `asks once more for what changed while it was being asked`() throws {
        try machine.play("pause network")
        follower.tracker.observe()
        try follower.meet()
        // Both are there when it answers: the old value first, or the new one at once.
        try machine.play("resume network")
        try machine.play("network connectivity 2")
        let published = try follower.observations(upTo: connection(portal: true))
        #expect([[connection(portal: true)], [connection(), connection(portal: true)]].contains(published))
        try follower.rest()
    }

    @Test func `looks when it is told to, and tells the same again`() throws {
        follower.tracker.observe()
        try follower.observations(upTo: connection())
        follower.tracker.look()
        #expect(try follower.observations(upTo: connection()) == [connection()])
    }

    @Test func `leaves the bus when it is no longer wanted, and begins anew when it is`() throws {
        follower.tracker.observe()
        try follower.observations(upTo: connection())
        follower.tracker.ignore()
        #expect(!follower.bus.isOpen)
        #expect(follower.tracker.takeObservation() == nil)
        try machine.play("network connectivity 2")
        follower.tracker.observe()
        #expect(try follower.observations(upTo: connection(portal: true)) == [connection(portal: true)])
    }
}

// B-27
@Suite struct `Without NetworkManager` {
    @Test func `a reason is told at once, and nothing is waited for`() throws {
        let machine = try PrivateBus("start-bus")
        let follower = try ConnectionFollower(machine.address)
        follower.tracker.observe()
        #expect(try follower.observations(upTo: absent) == [absent])
        #expect(follower.bus.deadline == nil)
        try machine.play("start-network")
        #expect(try follower.observations(upTo: connection()) == [connection()])
    }

    @Test func `and without a bus, before anything is processed`() throws {
        let scratch = try ScratchDirectory()
        let follower = try ConnectionFollower("unix:path=\(scratch.path("bus"))")
        follower.tracker.observe()
        let reason = "the system bus can't be reached: No such file or directory"
        #expect(follower.tracker.takeObservation() == .absent(reason))
        #expect(follower.tracker.takeObservation() == nil)
        #expect(follower.bus.deadline == nil)
    }

    @Test func `because the bus died, all is made good when it is back`() throws {
        let machine = try PrivateBus.withNetworkManager()
        let follower = try ConnectionFollower(machine.address)
        follower.tracker.observe()
        try follower.observations(upTo: connection())
        try machine.play("stop-bus")
        let gone = Observation.absent("the system bus has gone: Connection reset by peer")
        try follower.observations(upTo: gone)
        try machine.play("start-bus")
        try machine.play("start-network")
        try follower.observations(upTo: connection())
        #expect(follower.bus.deadline == nil)
    }
}
