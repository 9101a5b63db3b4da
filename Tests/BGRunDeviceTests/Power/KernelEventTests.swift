// Power events as real machines send them, in the kernel's own words.

import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@testable import BGRunDevice

/// What udevd writes in front of an event of the subsystem `power_supply`: MurmurHash2 of its name.
private let powerSupplyHash: UInt32 = 0xb1acbcca

/// A laptop whose supplies lie in a file system over `/sys/class/power_supply` and whose uevents are real:
/// root of a network namespace may have the kernel send them there.
private final class Laptop {
    private static let classPath = "/sys/class/power_supply"
    private let kernel: NetlinkSocket
    private(set) var tracker: PowerTracker

    /// The adapter and one battery, as most laptops have them.
    convenience init(online: Int, status: String) throws {
        try self.init([
            ("AC", ["type": "Mains", "online": "\(online)"]),
            ("BAT0", ["type": "Battery", "present": "1", "status": status, "capacity": "80"]),
        ])
    }

    init(_ supplies: [(name: String, attributes: [String: String])], hasUdevd: Bool = false) throws {
        try mountEmpty(over: Self.classPath)
        try mountEmpty(over: "/run")
        if hasUdevd {
            try ["udev", "udev/control"].forEach { try #require(mkdir("/run/\($0)", 0o755) == 0) }
        }
        kernel = try NetlinkSocket(family: 15, groups: 0)  // NETLINK_KOBJECT_UEVENT
        for supply in supplies { try Self.write(supply.name, supply.attributes) }
        tracker = try PowerTracker(root: "/sys", supplies: Policy.Supplies())
    }

    /// Changes attributes, and says nothing of it.
    func set(_ name: String, _ attributes: [String: String]) throws { try Self.write(name, attributes) }

    /// Removes a supply, and says nothing of it.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(Self.classPath)/\(name)")
    }

    /// Has the kernel send an event. It is in the tracker's queue when this returns.
    func send(_ action: String, _ name: String, subsystem: String = "power_supply") throws {
        let path = "/devices/virtual/\(subsystem)/\(name)"
        let fields = ["\(action)@\(path)", "ACTION=\(action)", "DEVPATH=\(path)", "SUBSYSTEM=\(subsystem)"]
        let text = fields.flatMap { field -> [UInt8] in Array(field.utf8) + [0] }
        // Not padded: the kernel puts its sequence number right behind.
        let length = UInt32(16 + text.count)
        try kernel.send(Netlink.bytes(length, UInt16(16), UInt16(1), UInt32(0), UInt32(0)) + text)
    }

    /// Sends an event as udevd does, to the group of its listeners.
    func pass(on action: String, _ name: String, hash: UInt32 = powerSupplyHash) throws {
        let properties = [
            "ACTION=\(action)", "DEVPATH=/devices/virtual/x/\(name)", "SUBSYSTEM=power_supply", "SEQNUM=1",
        ]
        .flatMap { field -> [UInt8] in Array(field.utf8) + [0] }
        // `struct monitor_netlink_header` of systemd's sd-device, whose hashes and magic are big-endian.
        let header: [UInt8] =
            Array("libudev".utf8) + [0] + Netlink.bytes(UInt32(0xfeed_cafe).bigEndian, UInt32(40), UInt32(40))
            + Netlink.bytes(UInt32(properties.count), hash.bigEndian, UInt32(0), UInt64(0))
        // `struct sockaddr_nl`: the family AF_NETLINK, no port, the second group.
        let listeners = Netlink.bytes(UInt16(16), UInt16(0), UInt32(0), UInt32(2))
        let sent = (header + properties).withUnsafeBytes { bytes in
            listeners.withUnsafeBytes { address in
                sendto(
                    kernel.descriptor.rawValue, bytes.baseAddress, bytes.count, 0,
                    address.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(address.count))
            }
        }
        try #require(sent == header.count + properties.count, "\(String(cString: strerror(errno)))")
    }

    /// What the daemon does when the descriptor is ready: the verdict after it, nil where the event was no news.
    func hear() -> Verdict? {
        var hasNews = false
        while tracker.drain() { hasNews = true }
        return hasNews ? tracker.read().verdict : nil
    }

    private static func write(_ name: String, _ attributes: [String: String]) throws {
        let folder = "\(classPath)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (attribute, text) in attributes {
            try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(attribute)"))
        }
    }
}

// B-6
@Suite(.root) struct `Power events from the kernel` {
    @Test func `are heard where no udevd runs, each once`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 1, status: "Full")
            #expect(laptop.tracker.source == .kernel)
            #expect(laptop.hear() == nil)
            try laptop.set("AC", ["online": "0"])
            try laptop.send("change", "AC")
            let descriptor = try #require(laptop.tracker.descriptor)
            #expect(try Readiness.wait(for: descriptor, to: .read, until: 0))
            #expect(laptop.hear() == .no)
            #expect(laptop.hear() == nil)
        }
    }

    @Test func `are heard from udevd where it runs, and only from it`() throws {
        try inNamespaces {
            let laptop = try Laptop([("AC", ["type": "Mains", "online": "0"])], hasUdevd: true)
            #expect(laptop.tracker.source == .udev)
            #expect(laptop.tracker.judgement.reading.verdict == .unknown)
            try laptop.set("AC", ["online": "1"])
            try laptop.send("change", "AC")
            #expect(laptop.hear() == nil)
            try laptop.pass(on: "change", "AC", hash: 0x1234)
            let descriptor = try #require(laptop.tracker.descriptor)
            let isReady = try Readiness.wait(for: descriptor, to: .read, until: 0)
            #expect(!isReady, "an event of another subsystem woke the daemon")
            try laptop.pass(on: "change", "AC")
            #expect(laptop.hear() == .yes)
        }
    }

    @Test func `of other devices are no news`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 1, status: "Full")
            for number in 0..<20 { try laptop.send("change", "noise\(number)", subsystem: "net") }
            #expect(laptop.hear() == nil)
        }
    }

    @Test func `a thousand at once are one decision (d21)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 1, status: "Full")
            for number in 0..<1000 {
                try laptop.set("AC", ["online": "\(number % 2)"])
                try laptop.send("change", "AC")
            }
            try laptop.set("AC", ["online": "0"])
            var readings = 0
            while laptop.tracker.drain() { readings += 1 }
            #expect(readings <= 2)
            #expect(laptop.tracker.read().verdict == .no)
        }
    }

    @Test func `more than the queue holds lead to a re-read, not a wrong state (d21)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 1, status: "Full")
            for _ in 0..<20_000 { try laptop.send("change", "AC") }
            try laptop.set("AC", ["online": "0"])
            try laptop.send("change", "AC")
            #expect(laptop.hear() == .no)
            try laptop.set("AC", ["online": "1"])
            try laptop.send("change", "AC")
            #expect(laptop.hear() == .yes)
        }
    }
}

// B-6
@Suite(.root) struct `A laptop that is unplugged` {
    @Test(arguments: ["Charging", "Full", "Not charging", "Unknown"])
    func `is off power at the adapter's event, and stays so when the battery follows (d01)`(status: String)
        throws
    {
        try inNamespaces {
            let laptop = try Laptop(online: 1, status: status)
            try laptop.set("AC", ["online": "0"])
            try laptop.send("change", "AC")
            #expect(laptop.hear() == .no)
            #expect(laptop.tracker.read().verdict == .no)
            try laptop.set("BAT0", ["status": "Discharging"])
            try laptop.send("change", "BAT0")
            #expect(laptop.hear() == .no)
        }
    }

    @Test func `whose dock goes is off power while the battery still says Charging`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 0, status: "Charging")
            #expect(laptop.tracker.judgement.reading.verdict == .yes)
            try laptop.set("ucsi-source-psy-1", ["type": "USB", "online": "1"])
            try laptop.send("add", "ucsi-source-psy-1")
            #expect(laptop.hear() == .yes)
            try laptop.remove("ucsi-source-psy-1")
            try laptop.send("remove", "ucsi-source-psy-1")
            #expect(laptop.hear() == .no)
        }
    }

    @Test func `is on power while a dock feeds it, and off once the dock is gone (d11, d12)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 1, status: "Full")
            try laptop.set("ucsi-source-psy-1", ["type": "USB", "online": "1"])
            try laptop.send("add", "ucsi-source-psy-1")
            #expect(laptop.hear() == .yes)
            try laptop.set("AC", ["online": "0"])
            try laptop.send("change", "AC")
            #expect(laptop.hear() == .yes)
            try laptop.remove("ucsi-source-psy-1")
            try laptop.send("remove", "ucsi-source-psy-1")
            #expect(laptop.hear() == .no)
        }
    }

    @Test func `without any event is found by re-reading (d04)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 1, status: "Full")
            try laptop.set("AC", ["online": "0"])
            try laptop.set("BAT0", ["status": "Discharging"])
            #expect(laptop.hear() == nil)
            #expect(laptop.tracker.read().verdict == .no)
        }
    }

    @Test func `stays off power while one battery takes over from the other (d17)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 0, status: "Unknown")
            try laptop.set("BAT1", ["type": "Battery", "present": "1", "status": "Discharging"])
            for (first, second) in [
                ("Unknown", "Discharging"), ("Unknown", "Unknown"), ("Discharging", "Unknown"),
            ] {
                try laptop.set("BAT0", ["status": first])
                try laptop.set("BAT1", ["status": second])
                try laptop.send("change", "BAT1")
                #expect(laptop.hear() == .no)
            }
        }
    }
}

// B-6
@Suite(.root) struct `A laptop that is plugged in` {
    @Test func `takes the decision of the battery's event again at the adapter's (d02)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 0, status: "Discharging")
            try laptop.set("BAT0", ["status": "Unknown"])
            try laptop.send("change", "BAT0")
            #expect(laptop.hear() == .no)
            try laptop.set("AC", ["online": "1"])
            try laptop.send("change", "AC")
            #expect(laptop.hear() == .yes)
        }
    }

    @Test func `whose battery's status lags is on power once it is read again (d03)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 0, status: "Discharging")
            try laptop.set("AC", ["online": "1"])
            try laptop.send("change", "AC")
            #expect(laptop.hear() == .no)
            #expect(laptop.tracker.judgement.reading.isContradicted)
            try laptop.set("BAT0", ["status": "Charging"])
            #expect(laptop.tracker.read().verdict == .yes)
        }
    }

    @Test func `stays on power when its charging threshold is reached (d18)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 1, status: "Charging")
            try laptop.set("BAT0", ["status": "Not charging"])
            try laptop.send("change", "BAT0")
            #expect(laptop.hear() == .yes)
        }
    }

    @Test func `stays on power while its battery is swapped (d16)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 1, status: "Full")
            try laptop.remove("BAT0")
            try laptop.send("remove", "BAT0")
            #expect(laptop.hear() == .yes)
            #expect(laptop.tracker.judgement.reading.batteryLevel == nil)
        }
    }

    @Test func `survives a battery that vanishes without an event (d15)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 0, status: "Discharging")
            try laptop.set("BAT2", ["type": "Battery", "present": "1", "status": "Full"])
            #expect(laptop.tracker.read().verdict == .no)
            try laptop.remove("BAT2")
            #expect(laptop.tracker.read().verdict == .no)
        }
    }
}

// B-6
@Suite(.root) struct `The battery of a mouse` {
    @Test func `changes nothing, whatever it says and however it goes (d08, d09, d10)`() throws {
        try inNamespaces {
            let laptop = try Laptop(online: 0, status: "Discharging")
            let before = laptop.tracker.judgement.reading
            try laptop.set("hidpp_battery_0", ["type": "Battery", "online": "1", "status": "Discharging"])
            try laptop.send("add", "hidpp_battery_0")
            #expect(laptop.hear() == .no)
            try laptop.set("hidpp_battery_0", ["online": "0", "status": "Unknown"])
            try laptop.send("change", "hidpp_battery_0")
            #expect(laptop.hear() == .no)
            #expect(laptop.tracker.judgement.reading == before)
            try laptop.remove("hidpp_battery_0")
            try laptop.send("remove", "hidpp_battery_0")
            #expect(laptop.hear() == .no)
            #expect(laptop.tracker.judgement.reading == before)
        }
    }
}

// B-6
@Suite(.root) struct `A UPS` {
    @Test func `takes external power away when it begins to discharge (d23)`() throws {
        try inNamespaces {
            let desktop = try Laptop([("ups", ["type": "UPS", "present": "1", "status": "Charging"])])
            #expect(desktop.tracker.judgement.reading.verdict == .yes)
            try desktop.set("ups", ["status": "Discharging"])
            try desktop.send("change", "ups")
            #expect(desktop.hear() == .no)
        }
    }
}

// B-6
@Suite(.root) struct `A class directory that is empty at first` {
    @Test func `is read again when the supplies are added (d22)`() throws {
        try inNamespaces {
            let laptop = try Laptop([])
            #expect(laptop.tracker.judgement.reading.verdict == .yes)
            try laptop.set("BAT0", ["type": "Battery", "present": "1", "status": "Discharging"])
            try laptop.send("add", "BAT0")
            #expect(laptop.hear() == .no)
        }
    }
}
