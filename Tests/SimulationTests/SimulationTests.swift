// Seeded weeks of laptop life, with faults; what must always be true is checked after each event.
import BGRunJob
import BGRunScheduler
import Foundation
import Testing

@testable import LaptopLife

@Suite struct `Weeks of laptop life` {
    /// So many, played once each, have in them all that is played at all.
    private static let usual: Range<UInt64> = 0..<12

    /// `SEEDS=N` in the environment plays so many of them, `SEEDS=N-M` those from N on and before M.
    private static let wanted: Range<UInt64>? = ProcessInfo.processInfo.environment["SEEDS"].flatMap { text in
        let bounds = text.split(separator: "-").compactMap { UInt64($0) }
        if bounds.count == 2 { return bounds[0]..<max(bounds[0], bounds[1]) }
        return bounds.first.map { 0..<$0 }
    }

    /// `STORY=N` shows so many lines of what led to a fault.
    private static let lines = ProcessInfo.processInfo.environment["STORY"].flatMap { Int($0) } ?? 120

    @Test func `ask for every kind of requirement`() {
        #expect(Set(World.conditions.map(\.kind)) == Set(Requirement.Kind.allCases))
    }

    // What lives have in them, by the names under which they count it.
    private static let applications = [
        "deaf hosts", "guests", "held back by the application", "hosts adopted", "hosts condemned",
        "hosts refused", "hosts started", "hosts: freeze", "hosts: kill", "hosts: terminate", "hosts: thaw",
        "shutdowns", "streams lost", "task runs couldNotLaunch", "task runs expired", "task runs failed",
        "task runs interrupted", "task runs succeeded", "tasks begun", "tasks completed",
        "tasks overstayed in guests", "tasks stand still: loss", "tasks stand still: sleep",
        "tasks taken back", "tasks warned", "tasks withdrawn", "words out of turn",
    ]
    private static let order = [
        "exclusive runs", "held back by order", "let go first", "successes noted", "starts after others",
    ]
    private static let hooks = ["calls: onFailure", "calls: onRecovery", "calls: onSuccess"]
    private static let voices = ["asks for time", "puts its occurrence off"]
    private static let submissions = [
        "submitted: kept", "started now", "several submitted", "submissions refused",
    ]
    private static let hours = ["services", "ended with its hours", "stands still: hours"]

    // B-1 B-2 B-4 B-5 B-9 B-17 B-74 B-75 B-76 B-77 B-95 B-96 B-97 B-101 B-102 B-104
    @Test func `lose no job, run none twice at once, never spin, and have all in them that there is`() async {
        let counts = await withTaskGroup(of: [String: Int].self) { group in
            for seed in Self.wanted ?? Self.usual {
                group.addTask {
                    do {
                        let counts = try Life.play(seed, events: 2000, lines: Self.lines)
                        #expect(counts["launches", default: 0] > 20, "seed \(seed) plays nothing: \(counts)")
                        return counts
                    } catch {
                        Issue.record("\(error)")
                        return [:]
                    }
                }
            }
            return await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
        if Self.wanted != nil { return }
        let all =
            Self.applications + Self.order + Self.hooks + Self.voices + Self.hours
            + Self.submissions
        #expect(all.filter { counts[$0, default: 0] == 0 } == [])
    }

    // B-4 B-17
    @Test(arguments: (wanted ?? usual).prefix(4)) func `are the same on the real store`(seed: UInt64) throws {
        let model = try Life.play(seed, events: 600, on: ModelDisk(), lines: Self.lines)
        let real = try Life.play(seed, events: 600, on: StoreDisk(), lines: Self.lines)
        #expect(real.counts["launches", default: 0] > 5)
        #expect(model.counts["launches", default: 0] > 5)
    }
}
