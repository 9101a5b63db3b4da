// Scanning a sysfs root: real trees, and trees nobody should have made.

import BGRunJob
import BGRunLinux
import Foundation
import Testing

@testable import BGRunDevice

private let longAfterBoot = Duration.seconds(3600)

private func judge(_ tree: ScratchTree) throws -> PowerJudgement {
    try PowerTree.judge(root: tree.root, supplies: Policy.Supplies())
}

// B-6
@Suite struct `Supplies on disk` {
    @Test(arguments: SupplyTree.all) func `are judged as their users want it`(tree: SupplyTree) throws {
        let scratch = try ScratchTree()
        for entry in tree.entries { try scratch.add(entry.name, entry.attributes) }
        let judgement = try judge(scratch)
        #expect(judgement.reading.verdict == tree.verdict, "\(judgement.reading.reason)")
        #expect(judgement.reading.batteryLevel == tree.level)
        #expect(judgement.supplies.map(\.supply.name) == tree.entries.map(\.name).sorted())
    }

    @Test func `are found behind links, as real sysfs has them`() throws {
        let scratch = try ScratchTree()
        try scratch.write("devices/platform/AC/type", Array("Mains\n".utf8))
        try scratch.write("devices/platform/AC/online", Array("1\n".utf8))
        try FileManager.default.createSymbolicLink(
            atPath: "\(scratch.classPath)/AC", withDestinationPath: "../../devices/platform/AC")
        #expect(try judge(scratch).reading.reason == "AC is online")
    }

    @Test func `may be missing with their whole directory`() throws {
        let scratch = try ScratchTree()
        try FileManager.default.removeItem(atPath: "\(scratch.root)/class")
        #expect(try judge(scratch).reading.verdict == .yes)
    }

    @Test func `are not looked for below a root that does not exist`() {
        #expect(throws: SystemError(operation: "open", path: "/nonexistent/sys", errno: ENOENT)) {
            try PowerTree.judge(root: "/nonexistent/sys/", supplies: Policy.Supplies())
        }
    }

    @Test func `that feed what is plugged into them don't count`() throws {
        let scratch = try ScratchTree()
        try scratch.add("BAT0", ["type": "Battery", "status": "Unknown"])
        try scratch.add("ucsi-source-psy-1", ["type": "USB", "online": "1"])
        let port = "class/power_supply/ucsi-source-psy-1/device/typec/port0/power_role"
        try scratch.write(port, Array("[source] sink\n".utf8))
        #expect(try judge(scratch).reading.verdict == .unknown)
        try scratch.write(port, Array("source [sink]\n".utf8))
        #expect(try judge(scratch).reading.verdict == .yes)
    }

    @Test func `of a laptop that has just booted may still show up`() throws {
        let scratch = try ScratchTree()
        let tree = try PowerTree(root: scratch.root)
        for (chassis, isComingUp) in [("10", true), ("3", false), ("ten", false)] {
            try scratch.write("class/dmi/id/chassis_type", Array("\(chassis)\n".utf8))
            #expect(tree.scan(sinceBoot: .seconds(20)).isComingUp == isComingUp)
            #expect(!tree.scan(sinceBoot: longAfterBoot).isComingUp)
        }
    }
}

// B-21
@Suite struct `A hostile tree` {
    @Test func `of ten thousand entries that are no supplies is read to its end`() throws {
        let scratch = try ScratchTree()
        for number in 0..<10_000 { mkdir("\(scratch.classPath)/A\(number)", 0o755) }
        try scratch.addLaptop(online: "0", status: "Discharging")
        #expect(
            try judge(scratch).reading
                == PowerReading(
                    verdict: .no, reason: "BAT0 is discharging", batteryLevel: 80, isDraining: true))
    }

    @Test func `of too many supplies gives no verdict and says why`() throws {
        let scratch = try ScratchTree()
        for number in 0..<300 { try scratch.add("AC\(number)", ["type": "Mains", "online": "1"]) }
        let judgement = try judge(scratch)
        #expect(judgement.reading.verdict == .unknown)
        #expect(judgement.reading.reason == "there are more than 256 power supplies, too many to judge")
        #expect(judgement.supplies.count == 256)
    }

    @Test(arguments: [
        [], Array("\n".utf8), [0xff, 0xfe, 0x00], Array("99999999999999999999".utf8), Array("on".utf8),
        [UInt8](repeating: 0x31, count: 5000), Array("0x1".utf8), Array(" 1".utf8),
    ]) func `has no say in whether an adapter is online`(text: [UInt8]) throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Unknown")
        try scratch.write("class/power_supply/AC/online", text)
        let judgement = try judge(scratch)
        #expect(judgement.reading.verdict == .unknown)
        #expect(judgement.supplies.first?.supply.unreadable == ["online"])
    }

    @Test func `with pipes, directories and links in the place of attributes holds nobody up`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Charging")
        let supply = "\(scratch.classPath)/X"
        mkdir(supply, 0o755)
        mkfifo("\(supply)/type", 0o644)
        mkdir("\(supply)/online", 0o755)
        symlink("../AC/online", "\(supply)/status")
        symlink("X", "\(scratch.classPath)/loop")
        symlink("loop2", "\(scratch.classPath)/loop2")
        mkfifo("\(scratch.classPath)/pipe", 0o644)
        let judgement = try judge(scratch)
        #expect(judgement.reading.verdict == .yes)
        #expect(judgement.supplies.map(\.supply.name) == ["AC", "BAT0", "X", "loop", "loop2"])
    }
}
