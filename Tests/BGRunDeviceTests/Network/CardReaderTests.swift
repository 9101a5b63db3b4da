// What kind of device an interface is, from a sysfs of plain files and from the kernel's.

import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@testable import BGRunDevice

/// A tree with interfaces, as the kernel lays them out.
private final class CardTree {
    let tree: ScratchTree
    let reader: CardReader

    init() throws {
        tree = try ScratchTree()
        reader = CardReader(sysfs: tree.root)
    }

    /// Files of an interface, with what they hold; its `ifindex` is 7.
    func add(_ name: String, _ files: [String: String] = [:], index: Int = 7) throws {
        let all = ["ifindex": "\(index)\n", "uevent": "INTERFACE=\(name)\nIFINDEX=\(index)\n"]
        for (file, text) in all.merging(files, uniquingKeysWith: { $1 }) {
            try tree.write("class/net/\(name)/\(file)", Array(text.utf8))
        }
    }

    /// Gives it a device of this driver.
    func addDevice(_ name: String, driver: String? = nil) throws {
        let path = "\(tree.root)/class/net/\(name)/device"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard let driver else { return }
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/driver", withDestinationPath: "../../../../bus/usb/drivers/\(driver)")
    }

    func transport(
        _ name: String, _ hardware: NetworkLink.Hardware = .ethernet, index: Int32 = 7
    ) -> Transport? {
        reader.transport(of: NetworkLink(index: index, name: name, flags: [], hardware: hardware))
    }
}

private func event(_ type: String) -> [String: String] {
    ["uevent": "DEVTYPE=\(type)\nINTERFACE=x\nIFINDEX=7\n"]
}

// B-113
@Suite struct `An interface's kind` {
    @Test(arguments: [
        ("wlan", Transport.wifi), ("wwan", .mobile), ("bluetooth", .bluetooth), ("bridge", nil), ("ppp", nil),
    ])
    func `is the type that its driver tells`(_ type: String, _ transport: Transport?) throws {
        let cards = try CardTree()
        try cards.add("x", event(type))
        try cards.addDevice("x", driver: "any")
        #expect(cards.transport("x") == transport)
    }

    @Test(arguments: [
        ("e1000e", Transport.ethernet), ("r8152", .ethernet), ("cdc_ether", .ethernet),
        ("cdc_ncm", .ethernet),
        ("", .ethernet), ("rndis_host", .mobile), ("ipheth", .mobile),
    ])
    func `is that of its driver where a device has no type`(_ driver: String, _ transport: Transport) throws {
        let cards = try CardTree()
        try cards.add("x")
        try cards.addDevice("x", driver: driver.isEmpty ? nil : driver)
        #expect(cards.transport("x") == transport)
    }

    @Test func `is a cable at the port of a switch inside the machine`() throws {
        let cards = try CardTree()
        try cards.add("x", event("dsa"))
        try cards.addDevice("x")
        #expect(cards.transport("x") == .ethernet)
    }

    @Test(arguments: ["phy80211", "wireless"])
    func `is Wi-Fi where the kernel says so and the driver does not`(_ mark: String) throws {
        let cards = try CardTree()
        try cards.add("x", ["\(mark)/any": ""])
        try cards.addDevice("x", driver: "old")
        #expect(cards.transport("x") == .wifi)
    }

    @Test func `can't be told of what has no device, or no Ethernet and no type`() throws {
        let cards = try CardTree()
        try cards.add("x")
        #expect(cards.transport("x") == nil)
        try cards.add("ppp0", index: 8)
        try cards.addDevice("ppp0")
        #expect(cards.transport("ppp0", .other, index: 8) == nil)
    }

    @Test func `is that of the modem of which it is one of several connections`() throws {
        let cards = try CardTree()
        try cards.add("wwan0", event("wwan"), index: 6)
        try cards.add("qmimux0", ["lower_wwan0/any": ""])
        #expect(cards.transport("qmimux0", .none) == .mobile)
        try cards.add("odd0", ["lower_eth0/any": ""], index: 9)
        try cards.add("eth0", index: 5)
        #expect(cards.transport("odd0", .none, index: 9) == nil)
    }

    @Test func `is read once, and anew where the name is another one or nobody asked meanwhile`() throws {
        let cards = try CardTree()
        try cards.add("x", event("wlan"))
        #expect(cards.transport("x") == .wifi)
        try cards.add("x", event("wwan"))
        #expect(cards.transport("x") == .wifi)
        cards.reader.forgetOthers()
        #expect(cards.transport("x") == .wifi)
        try cards.add("y", event("bluetooth"))
        #expect(cards.transport("y") == .bluetooth)
        cards.reader.forgetOthers()
        cards.reader.forgetOthers()
        #expect(cards.transport("x") == .mobile)
    }

    @Test func `is not that of another one that has the name now, and is asked for again`() throws {
        let cards = try CardTree()
        try cards.add("x", event("wlan"), index: 8)
        #expect(cards.transport("x") == nil)
        #expect(cards.transport("missing") == nil)
        try cards.add("x", event("wlan"), index: 7)
        #expect(cards.transport("x") == .wifi)
    }

    @Test func `is not taken from a tree that is none of the kernel's`() throws {
        let cards = try CardTree()
        for name in ["", ".", "..", "../power_supply", "a/b", "/etc", String(repeating: "x", count: 300)] {
            #expect(cards.transport(name) == nil)
        }
        // A pipe would hold up who reads it; a link may lead anywhere.
        try cards.add("pipe")
        let uevent = "\(cards.tree.root)/class/net/pipe/uevent"
        #expect(unlink(uevent) == 0 && mkfifo(uevent, 0o600) == 0)
        #expect(cards.transport("pipe") == nil)
        #expect(unlink(uevent) == 0 && symlink("/proc/self/status", uevent) == 0)
        #expect(cards.transport("pipe") == nil)
        for bytes in [[], [0xff, 0xfe], Array("DEVTYPE=".utf8), [UInt8](repeating: 10, count: 9000)] {
            try cards.add("odd", index: 9)
            try cards.tree.write("class/net/odd/uevent", bytes)
            #expect(cards.transport("odd", index: 9) == nil)
        }
        #expect(
            CardReader(sysfs: "/nowhere").transport(of: NetworkLink(index: 1, name: "lo", flags: [])) == nil)
    }

    @Test func `of the loopback can't be told, by the kernel's own sysfs`() {
        let link = NetworkLink(index: 1, name: "lo", flags: [], hardware: .other)
        #expect(CardReader(sysfs: "/sys").transport(of: link) == nil)
    }
}

// B-113
@Suite(.root) struct `The kind of interface that a network uses` {
    @Test func `follows the kernel's choice, and an interface that gets another name`() throws {
        let cards = try CardTree()
        try cards.add("wlan0", event("wlan"), index: 70)
        try cards.add("dock0", index: 71)
        try cards.addDevice("dock0", driver: "r8152")
        try inNamespaces {
            try ip(
                "link add wlan0 index 70 type veth peer name far0",
                "link add dock0 index 71 type veth peer name far1",
                "addr add 192.0.2.2/24 dev wlan0", "addr add 198.51.100.2/24 dev dock0", "link set far0 up",
                "link set far1 up", "link set wlan0 up", "link set dock0 up",
                "route add default via 192.0.2.1 metric 600")
            let tracker = try NetworkTracker(sysfs: cards.tree.root)
            try expect(tracker, [.init("wlan0", .wifi)])
            try ip("route add default via 198.51.100.1 metric 100")
            try expect(tracker, [.init("dock0", .ethernet)])
            try ip("link set dock0 down", "link set dock0 name lan0", "link set lan0 up")
            try expect(tracker, [.init("wlan0", .wifi)])
            // sysfs has another name too, but a moment later.
            try ip("route add default via 198.51.100.1 metric 100")
            try expect(tracker, [.init("lan0", nil)])
            try cards.add("lan0", event("wwan"), index: 71)
            tracker.read()
            try expect(tracker, [.init("lan0", .mobile)])
        }
    }

    @Test func `is found below a link that is made on another, and a bridge that has such a part`() throws {
        let cards = try CardTree()
        try cards.add("eth0", index: 70)
        try cards.addDevice("eth0", driver: "r8152")
        try inNamespaces {
            try ip(
                "link add eth0 index 70 type veth peer name far0", "link set far0 up", "link set eth0 up",
                "link add link eth0 name up0 type macvlan mode bridge", "addr add 192.0.2.2/24 dev up0",
                "link set up0 up", "route add default via 192.0.2.1")
            let tracker = try NetworkTracker(sysfs: cards.tree.root)
            try expect(tracker, [.init("eth0", .ethernet)], below: ["up0"])
            try ip(
                "addr del 192.0.2.2/24 dev up0", "link add br0 type bridge", "link set up0 master br0",
                "link set br0 up", "addr add 192.0.2.2/24 dev br0", "route add default via 192.0.2.1")
            try expect(tracker, [.init("eth0", .ethernet)], below: ["br0"])
            // Only the cable of a guest is left.
            try ip("link add veth0 type veth peer name guest", "link set guest up", "link set veth0 up")
            try ip("link set veth0 master br0", "link set up0 nomaster")
            try expect(tracker, [.init("br0", nil)])
        }
    }

    private func expect(
        _ tracker: NetworkTracker, _ cards: [NetworkReading.Card], below uplinks: [String]? = nil
    ) throws {
        let uplinks = uplinks ?? cards.map(\.name)
        var reading: NetworkReading { tracker.judgement.reading }
        let deadline = Clock.read(.monotonic) + 30_000_000
        while reading.cards != cards || reading.uplinks != uplinks,
            try Readiness.wait(for: tracker.descriptor, to: .read, until: deadline)
        { if tracker.drain().hasNews { tracker.read() } }
        #expect(reading.cards == cards && reading.uplinks == uplinks)
    }
}
