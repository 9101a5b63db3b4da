// A NetworkManager that says what it can't mean, and names of networks that are no text.

import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunDevice

private let manager = "org.freedesktop.NetworkManager"
private let root = "/org/freedesktop/NetworkManager"

@Suite struct `A NetworkManager that talks nonsense` {
    private let machine: PrivateBus
    private let follower: ConnectionFollower

    init() throws {
        machine = try PrivateBus.withNetworkManager()
        follower = try ConnectionFollower(machine.address)
    }

    private func spoil(_ path: String, _ property: String, _ value: String) throws {
        try machine.play("network spoil \(root)\(path) \(property) \(value)")
    }

    @Test(arguments: ["nonsense", "7", "5000"])
    func `has no portal and no network, in wrong types`(_ value: String) throws {
        try machine.play("network join wlan0 one 41")
        follower.tracker.observe()
        try follower.observations(upTo: connection(["wlan0": "A"]))
        let names = ["Connectivity", "ActiveConnections"].map { "\(manager).\($0)" }
        try spoil("", names.joined(separator: ","), value)
        if value == "5000" {
            let fault = "GetAll: a list of more than 4096 elements"
            try follower.observations(
                upTo: .unknown("NetworkManager does not tell of the connection: \(fault)"))
        } else {
            try follower.observations(upTo: connection())
        }
    }

    @Test(
        arguments: [
            ("/ActiveConnection/one", "\(manager).Connection.Active.Type", connection(["wlan0": nil])),
            ("/ActiveConnection/one", "\(manager).Connection.Active.State", connection(["wlan0": nil])),
            ("/ActiveConnection/one", "\(manager).Connection.Active.Devices", connection()),
            ("/Devices/wlan0", "\(manager).Device.Wireless.ActiveAccessPoint", connection(["wlan0": nil])),
            ("/Devices/wlan0", "\(manager).Device.Metered", connection(["wlan0": "A"])),
            ("/AccessPoint/one", "\(manager).AccessPoint.Ssid", connection(["wlan0": nil])),
        ])
    func `has no network where anything on the way to it is of a wrong type`(
        _ path: String, _ property: String, _ rest: Observation
    ) throws {
        try machine.play("network join wlan0 one 41")
        try spoil(path, property, "nonsense")
        follower.tracker.observe()
        try follower.observations(upTo: rest)
        try follower.rest()
        #expect(follower.tracker.takeObservation() == nil)
        // The tracker goes on.
        try machine.play("network wire eth0 two")
        try machine.play("network leave one")
        try follower.observations(upTo: connection(["eth0": nil]))
    }

    @Test func `with a thousand connections is looked at in part, and answers`() throws {
        try machine.play("network join wlan0 one 41")
        try machine.play("network crowd 802-11-wireless 1000")
        follower.tracker.observe()
        try follower.observations(upTo: connection(["wlan0": "A"]))
        try machine.play("network metered wlan0 1")
        try follower.observations(upTo: connection(metered: ["wlan0": true], ["wlan0": "A"]))
        try follower.rest()
    }
}

@Suite struct `The name of a wireless network` {
    @Test(
        arguments: [
            ("Home", "486f6d65"), ("Café", "436166c3a9"), ("Caf\u{fffd}", "436166e9"),
            ("a?[2J?b", "611b5b324a0a62"), ("?A", "0041"),
            (String(repeating: "A", count: 32), String(repeating: "41", count: 32)),
        ])
    func `is read as text, whatever its bytes are`(_ text: String, _ bytes: String) throws {
        let machine = try PrivateBus.withNetworkManager()
        let follower = try ConnectionFollower(machine.address)
        try machine.play("network join wlan0 one \(bytes)")
        follower.tracker.observe()
        try follower.observations(upTo: connection(["wlan0": text]))
    }

    @Test func `is none where it is hidden, or longer than one can be`() {
        for bytes in [[], [0], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 65, count: 33)] {
            #expect(ConnectionLook.text(ofSSID: bytes) == nil)
        }
    }
}
