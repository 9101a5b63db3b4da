// The file of the last decisions: its bound, its mode, and what lies in its place.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDaemon

@Suite struct `The file of the last decisions` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func write(_ range: Range<Int>, to file: DecisionFile) {
        for number in range { file.append(Array("line \(number)\n".utf8), lines: 1) }
    }

    private func lines(_ name: String) -> [String] {
        ((try? scratch.text(name)) ?? "").split(separator: "\n").map(String.init)
    }

    // B-53
    @Test func `has the last lines in two halves, and never more than 2,000`() throws {
        let file = try DecisionFile(in: scratch.path)
        write(0..<2500, to: file)
        #expect(lines(DecisionFile.older).first == "line 1000")
        #expect(lines(DecisionFile.older).count == 1000)
        #expect(lines(DecisionFile.newer).count == 500)
        #expect(lines(DecisionFile.newer).last == "line 2499")
    }

    // B-53
    @Test func `is bounded in bytes too`() throws {
        let file = try DecisionFile(in: scratch.path)
        let long = Array((String(repeating: "x", count: 8191) + "\n").utf8)
        for _ in 0..<300 { file.append(long, lines: 1) }
        for name in [DecisionFile.newer, DecisionFile.older] {
            #expect(try File.status(of: scratch.path(name)).size <= 512 << 10)
        }
    }

    // B-53
    @Test func `is begun again once that can be done`() throws {
        let file = try DecisionFile(in: scratch.path)
        let names = [DecisionFile.newer, DecisionFile.older].map { scratch.path($0) }
        write(0..<1000, to: file)
        // Neither a name to move to nor one to begin at.
        try FileManager.default.removeItem(atPath: names[0])
        for name in names {
            try FileManager.default.createDirectory(atPath: name + "/in", withIntermediateDirectories: true)
        }
        write(1000..<1001, to: file)
        for name in names { try FileManager.default.removeItem(atPath: name) }
        write(1001..<1003, to: file)
        #expect(lines(DecisionFile.newer) == ["line 1001", "line 1002"])
    }

    // B-53
    @Test func `goes on where the daemon before has ended`() throws {
        write(0..<900, to: try DecisionFile(in: scratch.path))
        write(900..<1100, to: try DecisionFile(in: scratch.path))
        #expect(lines(DecisionFile.older).count == 1000)
        #expect(lines(DecisionFile.newer).first == "line 1000")
    }

    // B-53
    @Test func `is its user's alone, and follows no link`() throws {
        try scratch.file("victim", "whole")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path(DecisionFile.newer), withDestinationPath: scratch.path("victim"))
        write(0..<2, to: try DecisionFile(in: scratch.path))
        #expect(try scratch.text("victim") == "whole")
        let status = try File.statusOfLink(at: scratch.path(DecisionFile.newer))
        #expect(status.kind == .regular)
        #expect(status.permissions == 0o600)
        #expect(lines(DecisionFile.newer) == ["line 0", "line 1"])
    }

    // B-53
    @Test func `has of a turn with very much to say its beginning, and how much was left out`() throws {
        let now = Now(
            wall: WallTime(microseconds: 0), boot: BootTime(microseconds: 0),
            awake: AwakeTime(microseconds: 0))
        let reading = NetworkReading(verdict: .no, reason: String(repeating: "x", count: 8000))
        let turn = Array(
            repeating: Decision(now: now, event: .networkRead(reading), effects: Effects()), count: 100)
        DecisionLog(try DecisionFile(in: scratch.path), nil).write(turn, wakeup: nil)
        #expect(try File.status(of: scratch.path(DecisionFile.newer)).size <= 512 << 10)
        #expect(lines(DecisionFile.newer).last == "  # and \(101 - 32) more lines")
    }
}
