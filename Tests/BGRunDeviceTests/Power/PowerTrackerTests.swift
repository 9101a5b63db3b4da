// Following the power of a plain tree.

import BGRunJob
import BGRunLinux
import Foundation
import Testing

@testable import BGRunDevice

// B-6
@Suite struct `A tracker of a plain tree` {
    @Test func `takes an edit of an attribute for the event it stands for`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Full")
        let tracker = try scratch.tracker()
        #expect(tracker.source == .tree)
        #expect(
            tracker.judgement.reading == PowerReading(verdict: .yes, reason: "AC is online", batteryLevel: 80)
        )
        try scratch.set("AC", "online", "0")
        #expect(
            try tracker.nextReading() == PowerReading(verdict: .no, reason: "AC is offline", batteryLevel: 80)
        )
        #expect(!tracker.drain())
    }

    @Test func `sees supplies come and go`() throws {
        let scratch = try ScratchTree()
        try FileManager.default.removeItem(atPath: "\(scratch.root)/class")
        let tracker = try scratch.tracker()
        #expect(tracker.judgement.reading.verdict == .yes)
        try scratch.add("BAT0", ["type": "Battery", "status": "Discharging"])
        while let reading = try tracker.nextReading(), reading.verdict != .no {}
        #expect(tracker.judgement.reading.verdict == .no)
        try scratch.remove("BAT0")
        while let reading = try tracker.nextReading(), reading.verdict != .yes {}
        #expect(tracker.judgement.reading.verdict == .yes)
    }

    @Test func `notices a file that is put in place by renaming`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Full")
        let tracker = try scratch.tracker()
        try scratch.write("new", Array("0\n".utf8))
        rename("\(scratch.root)/new", "\(scratch.classPath)/AC/online")
        while let reading = try tracker.nextReading(), reading.verdict != .no {}
        #expect(tracker.judgement.reading.verdict == .no)
    }

    @Test func `obeys the policy's overrides`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Discharging")
        var policy = Policy.Supplies()
        policy.trust = ["AC"]
        let tracker = try PowerTracker(root: scratch.root, supplies: policy)
        #expect(tracker.judgement.reading.verdict == .yes)
    }
}

@Suite struct `An attribute that fails` {
    private func empty(_ scratch: ScratchTree, _ attribute: String = "AC/online") throws {
        try scratch.write("class/power_supply/\(attribute)", [])
    }

    // B-6
    @Test func `once leaves the last verdict in place and is tried again soon (d13)`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Unknown")
        let tracker = try scratch.tracker()
        let before = tracker.judgement
        try empty(scratch)
        #expect(tracker.read() == before.reading)
        #expect(tracker.judgement == before)
        let wait = try #require(tracker.rereadAfter)
        #expect(wait > .zero && wait <= .seconds(1))
        try scratch.set("AC", "online", "0")
        #expect(tracker.read().verdict == .no)
        #expect(tracker.rereadAfter == nil)
    }

    // B-6
    @Test func `for a second is gone, however often it is read meanwhile`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Unknown")
        let tracker = try scratch.tracker()
        try empty(scratch)
        let scan = try PowerTree(root: scratch.root).scan(sinceBoot: .seconds(3600))
        for milliseconds in [0, 1, 999] {
            let reading = tracker.judge(scan, sinceBoot: .seconds(7200) + .milliseconds(milliseconds))
            #expect(reading.verdict == .yes)
            #expect(tracker.rereadAfter == .milliseconds(1000 - milliseconds))
        }
        #expect(tracker.judge(scan, sinceBoot: .seconds(7201)).verdict == .unknown)
        #expect(tracker.rereadAfter == nil)
    }

    // B-6
    @Test func `in turn with another does not keep the old verdict for longer`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Discharging")
        try scratch.set("BAT0", "status", "Unknown")
        let tracker = try scratch.tracker()
        try scratch.set("AC", "online", "0")
        try empty(scratch, "BAT0/status")
        let tree = try PowerTree(root: scratch.root)
        let first = tree.scan(sinceBoot: .seconds(3600))
        try scratch.set("BAT0", "status", "Unknown")
        try empty(scratch, "BAT0/capacity")
        let second = tree.scan(sinceBoot: .seconds(3600))
        #expect(tracker.judge(first, sinceBoot: .seconds(7200)).verdict == .yes)
        #expect(tracker.judge(second, sinceBoot: .seconds(7200) + .milliseconds(500)).verdict == .yes)
        #expect(tracker.judge(first, sinceBoot: .seconds(7201)).verdict == .no)
    }

    @Test func `on a peripheral is nobody's business`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Full")
        try scratch.add("hidpp_battery_0", ["type": "Battery", "status": "Discharging"])
        let tracker = try scratch.tracker()
        try scratch.write("class/power_supply/hidpp_battery_0/capacity", [])
        try scratch.set("AC", "online", "0")
        #expect(tracker.read().verdict == .no)
        #expect(tracker.rereadAfter == nil)
    }
}

// B-6
@Suite struct `A plug that was pulled` {
    private let scratch: ScratchTree
    private let tracker: PowerTracker
    private let tree: PowerTree

    init() throws {
        scratch = try ScratchTree()
        try scratch.addLaptop(online: "1", status: "Charging")
        tracker = try scratch.tracker()
        tree = try PowerTree(root: scratch.root)
    }

    /// What the tracker makes of the tree so long after the plug was pulled.
    private func verdict(after time: Duration) -> Verdict {
        let scan = tree.scan(sinceBoot: .seconds(3600))
        return tracker.judge(scan, sinceBoot: .seconds(7200) + time).verdict
    }

    @Test func `is believed before a battery that says Charging for thirty seconds, and no longer (d01)`()
        throws
    {
        try scratch.set("AC", "online", "0")
        #expect(verdict(after: .zero) == .no)
        #expect(tracker.rereadAfter == .seconds(30))
        #expect(verdict(after: .milliseconds(1500)) == .no)
        #expect(verdict(after: .milliseconds(29_999)) == .no)
        #expect(tracker.rereadAfter == .milliseconds(1))
        #expect(verdict(after: .seconds(30)) == .yes)
        #expect(tracker.rereadAfter == nil)
        #expect(verdict(after: .seconds(31)) == .yes)
    }

    @Test func `is told with its reason, and what it overrules`() throws {
        try scratch.set("AC", "online", "0")
        _ = verdict(after: .zero)
        #expect(
            tracker.judgement.explanation.why
                == "AC has just gone offline; that BAT0 is charging is not believed for up to 30s")
    }

    @Test func `needs no later look where the battery says the same`() throws {
        try scratch.set("AC", "online", "0")
        try scratch.set("BAT0", "status", "Full")
        #expect(verdict(after: .zero) == .no)
        #expect(tracker.rereadAfter == nil)
    }

    @Test func `is forgotten once a battery says that it discharges: what it says then is of now`() throws {
        try scratch.set("AC", "online", "0")
        #expect(verdict(after: .zero) == .no)
        try scratch.set("BAT0", "status", "Discharging")
        #expect(verdict(after: .seconds(2)) == .no)
        #expect(tracker.rereadAfter == nil)
        try scratch.set("BAT0", "status", "Charging")
        #expect(verdict(after: .seconds(3)) == .yes)
    }

    @Test func `is forgotten once it is in again, and each time it is pulled begins anew`() throws {
        try scratch.set("AC", "online", "0")
        #expect(verdict(after: .zero) == .no)
        try scratch.set("AC", "online", "1")
        #expect(verdict(after: .seconds(20)) == .yes)
        #expect(tracker.rereadAfter == nil)
        try scratch.set("AC", "online", "0")
        #expect(verdict(after: .seconds(25)) == .no)
        #expect(verdict(after: .seconds(54)) == .no)
        #expect(verdict(after: .seconds(55)) == .yes)
    }

    @Test func `is found by reading again where no event told of it`() throws {
        #expect(verdict(after: .seconds(-600)) == .yes)
        try scratch.set("AC", "online", "0")
        #expect(verdict(after: .zero) == .no)
    }

    @Test func `of a dock counts while nothing else feeds the machine`() throws {
        try scratch.add("dock", ["type": "USB", "online": "1"])
        #expect(verdict(after: .seconds(-60)) == .yes)
        try scratch.remove("dock")
        #expect(verdict(after: .seconds(-10)) == .yes)
        #expect(tracker.rereadAfter == nil)
        try scratch.set("AC", "online", "0")
        #expect(verdict(after: .zero) == .no)
        #expect(verdict(after: .seconds(30)) == .yes)
    }

    @Test func `is not one whose adapter can't be read`() throws {
        try scratch.write("class/power_supply/AC/online", [])
        #expect(verdict(after: .zero) == .yes)
        #expect(verdict(after: .seconds(1)) == .yes)
        try scratch.set("AC", "online", "0")
        #expect(verdict(after: .seconds(2)) == .no)
    }
}

// B-6
@Suite struct `An adapter that was offline all along` {
    @Test func `is outweighed by a battery that charges (acpi03)`() throws {
        let scratch = try ScratchTree()
        try scratch.addLaptop(online: "0", status: "Charging")
        let tracker = try scratch.tracker()
        #expect(tracker.judgement.reading.verdict == .yes)
        #expect(tracker.read().verdict == .yes)
        try scratch.set("BAT0", "status", "Discharging")
        #expect(tracker.read().verdict == .no)
        try scratch.set("BAT0", "status", "Charging")
        #expect(tracker.read().verdict == .yes)
        #expect(tracker.rereadAfter == nil)
    }

    @Test func `is outweighed too where it comes up so, or the policy ignores it`() throws {
        let scratch = try ScratchTree()
        try scratch.add("BAT0", ["type": "Battery", "status": "Charging"])
        var policy = Policy.Supplies()
        policy.ignore = ["AC1"]
        try scratch.add("AC1", ["type": "Mains", "online": "1"])
        let tracker = try PowerTracker(root: scratch.root, supplies: policy)
        try scratch.add("AC", ["type": "Mains", "online": "0"])
        try scratch.set("AC1", "online", "0")
        #expect(tracker.read().verdict == .yes)
    }
}

@Suite struct `A laptop that has just booted` {
    @Test func `has no verdict until a supply shows up, and asks to be read again (d22)`() throws {
        let scratch = try ScratchTree()
        let tracker = try scratch.tracker()
        let coming = PowerScan(supplies: [], isComingUp: true)
        let reading = tracker.judge(coming, sinceBoot: .seconds(20))
        #expect(reading.verdict == .unknown)
        #expect(tracker.rereadAfter == .seconds(40))
        try scratch.addLaptop(online: "0", status: "Discharging")
        #expect(tracker.read().verdict == .no)
        #expect(tracker.rereadAfter == nil)
    }
}
