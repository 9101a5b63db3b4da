// Load, temperature and free space: what the kernel says, and what it must not be believed.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@testable import BGRunDevice

// B-31
@Suite struct `The load for each processor` {
    private func load(_ text: String, _ processors: Int) throws -> Observation {
        let scratch = try ScratchDirectory()
        return LoadAverage.read(path: try scratch.file("loadavg", text), processors: processors)
    }

    @Test func `is the last minute's, shared among processors and rounded up`() throws {
        #expect(try load("0.00 1.00 2.00 1/80 11206\n", 4) == .load(0))
        #expect(try load("0.80 1.00 2.00 1/80 11206\n", 1) == .load(80))
        #expect(try load("0.81 1.00 2.00 1/80 11206\n", 2) == .load(41))
        #expect(try load("12.00 1.00 2.00 1/80 11206\n", 8) == .load(150))
        #expect(try load("123456.78 0.00 0.00 1/80 11206\n", 0) == .load(12_345_678))
    }

    @Test func `is there on this machine`() {
        guard case .load(let hundredths) = LoadAverage.read() else {
            Issue.record("no load")
            return
        }
        #expect(hundredths >= 0)
    }

    @Test(arguments: [
        "", " ", "1", "1.0 ", "1.00", "1.000 ", ".50 ", "-1.00 ", "+1.00 ", "1,00 ", "nan ", "1e5.00 ",
        "0x1.00 ",
        "9999999999.00 ", "1.0\u{661} ", "1.00\n",
    ]) func `is unknown where the text is none of the kernel's`(text: String) throws {
        #expect(LoadAverage.hundredths(Array(text.utf8)[...], digits: 1...9) == nil)
        guard case .unknown = try load(text, 1) else {
            Issue.record("\(text)")
            return
        }
    }
}

// B-31
@Suite struct `The temperature` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func zone(_ number: Int, _ temperature: String?, type: String? = "acpitz") throws {
        let directory = "class/thermal/thermal_zone\(number)"
        try scratch.directory(directory)
        if let temperature { try scratch.file("\(directory)/temp", temperature) }
        if let type { try scratch.file("\(directory)/type", "\(type)\n") }
    }

    private var reading: Observation { ThermalZones.read(root: scratch.path) }

    @Test func `is that of the hottest zone, rounded up, with its type`() throws {
        try zone(0, "48000\n")
        try zone(1, "70100\n", type: "x86_pkg_temp")
        try zone(10, "12000\n")
        #expect(reading == .temperature(TemperatureReading(degrees: 71, zone: "x86_pkg_temp")))
        try zone(2, "-4500\n")
        try zone(1, "-5900\n", type: nil)
        try zone(0, "-50000\n")
        try zone(10, "-50001\n")
        #expect(reading == .temperature(TemperatureReading(degrees: -4, zone: "acpitz")))
    }

    @Test(arguments: [
        "0", "150001", "-50001", "999999999999999999999", "", "\n", "hot", "12 000", "0x10", "4\u{0}0",
    ])
    func `is not that of a sensor that is dead or talks nonsense`(text: String) throws {
        try zone(0, text)
        #expect(reading == .unknown("no thermal zone tells a temperature"))
        try zone(1, "30000\n", type: nil)
        #expect(reading == .temperature(TemperatureReading(degrees: 30, zone: "thermal_zone1")))
    }

    @Test func `is unknown without zones, and where what is there is no zone`() throws {
        #expect(reading == .unknown("the kernel has no thermal zones"))
        try zone(0, nil)
        try scratch.file("class/thermal/cooling_device0/temp", "40000\n")
        try scratch.directory("class/thermal/thermal_zone1/temp")
        mkfifo(scratch.path("class/thermal/thermal_zone0/temp"), 0o600)
        #expect(reading == .unknown("no thermal zone tells a temperature"))
    }
}

// B-31
@Suite struct `The free space at a path` {
    @Test func `is what the kernel has for the owner there`() throws {
        let scratch = try ScratchDirectory()
        guard case .freeSpace(let bytes) = FileSystemSpace.read(scratch.path)
        else {
            Issue.record("no free space")
            return
        }
        #expect(bytes > 0)
        try scratch.file("d/a", "1")
        symlink("d/a", scratch.path("link"))
        guard case .freeSpace = FileSystemSpace.read(scratch.path("link")) else {
            Issue.record("no free space through a link")
            return
        }
    }

    @Test(.root) func `is unknown where nothing is, and where its owner may not look`() throws {
        let scratch = try ScratchDirectory()
        let missing = scratch.path("missing")
        #expect(
            FileSystemSpace.read(missing) == .unknown("\(missing) is not there"))
        try scratch.file("own/a", "1")
        chmod(scratch.path("own"), 0o700)
        let secret = withFiles(of: 65534) { FileSystemSpace.read(scratch.path("own/a")) }
        guard case .unknown(let reason) = secret else {
            Issue.record("\(secret)")
            return
        }
        #expect(reason.contains("Permission denied"))
    }
}
