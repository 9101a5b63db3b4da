// Supplies that no driver makes: whatever stands in a tree, it neither traps nor misleads.

import BGRunJob
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDevice

private func judge(_ tree: ScratchTree) throws -> PowerJudgement {
    try PowerTree.judge(root: tree.root, supplies: Policy.Supplies())
}

// B-21
@Suite struct `A supply with an odd name` {
    @Test func `is heard, and its control characters are written as numbers`() throws {
        let scratch = try ScratchTree()
        try scratch.add("AC", ["type": "Mains", "online": "1"])
        try scratch.add("BAT\u{1b}[2J\n\u{9b}", ["type": "Battery", "status": "Discharging"])
        let judgement = try judge(scratch)
        #expect(
            judgement.reading.reason == #"BAT\x1b[2J\x0a\x9b is discharging although AC says it is online"#)
        #expect(judgement.supplies.map(\.supply.name) == ["AC", #"BAT\x1b[2J\x0a\x9b"#])
    }

    @Test func `is named to the policy as it is shown`() throws {
        let scratch = try ScratchTree()
        try scratch.add("AC", ["type": "Mains", "online": "1"])
        try scratch.add("BAT\n", ["type": "Battery", "status": "Discharging"])
        var policy = Policy.Supplies()
        policy.ignore = [#"BAT\x0a"#]
        #expect(try PowerTree.judge(root: scratch.root, supplies: policy).reading.verdict == .yes)
    }

    @Test(arguments: ["...", "..x", ".hidden", " ", "%s%n", "🔋", String(repeating: "B", count: 255)])
    func `is a supply like any other`(name: String) throws {
        let scratch = try ScratchTree()
        try scratch.add("AC", ["type": "Mains", "online": "1"])
        try scratch.add(name, ["type": "Battery", "status": "Discharging"])
        #expect(try judge(scratch).reading.verdict == .no)
    }
}

// B-21
@Suite struct `A supply that can't be read` {
    @Test func `is not followed out of the tree`() throws {
        let scratch = try ScratchTree()
        let other = try ScratchTree()
        try other.addLaptop(online: "1", status: "Charging")
        symlink("\(other.classPath)/AC", "\(scratch.classPath)/AC")
        symlink("../../../../../../../../..\(other.classPath)/BAT0", "\(scratch.classPath)/BAT0")
        let judgement = try judge(scratch)
        #expect(judgement.reading.verdict == .unknown)
        #expect(judgement.reading.reason == "AC can't be read, and may be a battery")
        #expect(judgement.supplies.map(\.role) == [.unidentified, .unidentified])
        #expect(
            judgement.supplies.first?.explanation
                == "may be a battery: it can't be read: a link leads out of the tree")
    }

    @Test func `as in a copy without what its links lead to is no reason for a yes`() throws {
        let scratch = try ScratchTree()
        symlink("../../devices/LNXSYSTM:00/BAT0", "\(scratch.classPath)/BAT0")
        #expect(try judge(scratch).reading.verdict == .unknown)
        #expect(try judge(scratch).supplies.first?.explanation.contains("No such file") == true)
        try scratch.add("AC", ["type": "Mains", "online": "1"])
        #expect(try judge(scratch).reading == PowerReading(verdict: .yes, reason: "AC is online"))
    }

    @Test func `at its type may be a battery, unless the policy ignores it`() throws {
        let scratch = try ScratchTree()
        mkdir("\(scratch.classPath)/BAT0", 0o755)
        mkdir("\(scratch.classPath)/BAT0/type", 0o755)
        #expect(try judge(scratch).reading.reason == "BAT0 can't be read, and may be a battery")
        var policy = Policy.Supplies()
        policy.ignore = ["BAT0"]
        #expect(try PowerTree.judge(root: scratch.root, supplies: policy).reading.verdict == .yes)
    }

    @Test func `is told with what can't be read of it`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Full")
        try scratch.set("BAT0", "capacity", "9999999999999999999999")
        let battery = try #require(try judge(scratch).supplies.last)
        #expect(battery.explanation == "counts as battery of the machine: Full; can't be read: capacity")
    }

    @Test func `in a class directory that is a link out of the tree leaves the verdict unknown`() throws {
        let scratch = try ScratchTree()
        let other = try ScratchTree()
        try other.addLaptop(online: "1", status: "Charging")
        try FileManager.default.removeItem(atPath: scratch.classPath)
        symlink(other.classPath, scratch.classPath)
        let judgement = try judge(scratch)
        #expect(judgement.reading.verdict == .unknown)
        #expect(
            judgement.reading.reason == "the power supplies can't be read: a link leads out of the tree")
        #expect(judgement.supplies.isEmpty)
    }

    @Test func `for an attribute of a gigabyte is read no further than a page`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Unknown")
        truncate("\(scratch.classPath)/AC/online", 1 << 30)
        let judgement = try judge(scratch)
        #expect(judgement.reading.verdict == .unknown)
        #expect(judgement.supplies.first?.supply.unreadable == ["online"])
    }
}

/// Trees of random bytes, the same in each run.
private struct TreeMaker {
    var random: SeededGenerator
    private static let attributes = [
        "type", "online", "status", "scope", "present", "capacity", "energy_now", "energy_full", "charge_now",
        "charge_full",
    ]
    private static let words = [
        "Battery", "Mains", "USB", "UPS", "Wireless", "Discharging", "Charging", "Full", "Not charging",
        "Device", "System", "0", "1", "2", "100", "255", "-1", "-9223372036854775808", "9223372036854775807",
        "18446744073709551616", "0x1", "1e3", "٣", "", "\n", "\u{0}", "1\n0", " 1", "Discharging ",
    ]

    mutating func fill(_ scratch: ScratchTree) throws {
        for _ in 0..<Int.random(in: 0..<5, using: &random) {
            var name = ["AC", "BAT0", "usb", "hid-1", name()].randomElement(using: &random) ?? "AC"
            if name.contains("/") || name == "." || name == ".." { name = "x" }
            let folder = "\(scratch.classPath)/\(name)"
            // A second one of the name would write into the pipes of the first.
            guard mkdir(folder, 0o755) == 0 else { continue }
            for attribute in Self.attributes where Int.random(in: 0..<4, using: &random) > 0 {
                try make("\(folder)/\(attribute)", isType: attribute == "type")
            }
        }
    }

    private mutating func make(_ path: String, isType: Bool) throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: mkdir(path, 0o755)
        case 1: mkfifo(path, 0o644)
        case 2: symlink("/dev/zero", path)
        case 3: try? Data(bytes()).write(to: URL(fileURLWithPath: path))
        case _:
            let word = Self.words.randomElement(using: &random) ?? ""
            try? Data("\(isType ? Self.words.prefix(5).randomElement(using: &random) ?? "" : word)\n".utf8)
                .write(to: URL(fileURLWithPath: path))
        }
    }

    private mutating func name() -> String {
        String(
            decoding: (0..<Int.random(in: 1..<9, using: &random)).map { _ in
                UInt8.random(in: 1...255, using: &random)
            }, as: UTF8.self)
    }

    private mutating func bytes() -> [UInt8] {
        (0..<Int.random(in: 0..<5000, using: &random)).map { _ in .random(in: 0...255, using: &random) }
    }
}

// B-6, B-21
@Suite struct `Of a tree of random bytes` {
    private func check(_ body: (PowerScan, PowerJudgement) -> Void) throws {
        var maker = TreeMaker(random: SeededGenerator(seed: 21))
        for _ in 0..<Repository.times(300) {
            let scratch = try ScratchTree()
            try maker.fill(scratch)
            let scan = try PowerTree(root: scratch.root).scan(sinceBoot: .seconds(3600))
            body(scan, PowerRule.judge(scan, supplies: Policy.Supplies()))
        }
    }

    private func judge(_ supplies: [PowerSupply]) -> PowerReading {
        PowerRule.judge(PowerScan(supplies: supplies), supplies: Policy.Supplies()).reading
    }

    @Test func `what is ignored does not change the reading`() throws {
        try check { _, judgement in
            let counted = judgement.supplies.filter { $0.role != .ignored }.map(\.supply)
            #expect(judge(counted).verdict == judgement.reading.verdict)
            #expect(judge(counted).batteryLevel == judgement.reading.batteryLevel)
            #expect(judge(counted).isDraining == judgement.reading.isDraining)
        }
    }

    @Test func `a battery of a device changes nothing`() throws {
        var pad = PowerSupply(name: "BAT7", kind: .battery)
        pad.scope = "Device"
        pad.status = .discharging
        pad.online = 1
        pad.capacity = 1
        try check { scan, judgement in
            #expect(judge(scan.supplies + [pad]) == judgement.reading)
        }
    }

    @Test func `a yes has a witness that says so, or no battery at all`() throws {
        try check { _, judgement in
            guard judgement.reading.verdict == .yes else { return }
            let roles = judgement.supplies.map(\.role)
            let isOnline = judgement.supplies.contains { $0.role == .line && $0.isOnline }
            let isFed = judgement.supplies.contains {
                [.charging, .full, .notCharging].contains($0.supply.status)
            }
            #expect(isOnline || isFed || !(roles.contains(.battery) || roles.contains(.unidentified)))
            #expect(!judgement.reading.isDraining)
        }
    }

    @Test func `nothing that is said holds a control character of a name`() throws {
        try check { _, judgement in
            let texts = [judgement.reading.reason] + judgement.supplies.map(\.supply.name)
            let controls = texts.joined().unicodeScalars.filter { $0.properties.generalCategory == .control }
            #expect(controls.isEmpty)
        }
    }
}
