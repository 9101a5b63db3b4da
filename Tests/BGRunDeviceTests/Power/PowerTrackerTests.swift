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
