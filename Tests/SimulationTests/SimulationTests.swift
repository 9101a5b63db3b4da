// Seeded weeks of laptop life, with faults; what must always be true is checked after each event.
import BGRunJob
import BGRunScheduler
import Foundation
import Testing

@testable import LaptopLife

@Suite struct `Weeks of laptop life` {
    /// `SEEDS=N` in the environment plays so many of them, `SEEDS=N-M` those from N on and before M. A few, and not for long: the
    /// hundreds that have everything in them are played by the release build, which takes a tenth of the time.
    static var seeds: Range<UInt64> {
        let wanted = ProcessInfo.processInfo.environment["SEEDS"] ?? "2"
        let bounds = wanted.split(separator: "-").compactMap { UInt64($0) }
        return bounds.count == 2 ? bounds[0]..<max(bounds[0], bounds[1]) : 0..<(bounds.first ?? 2)
    }

    /// `STORY=N` shows so many lines of what led to a fault.
    private static let lines = ProcessInfo.processInfo.environment["STORY"].flatMap { Int($0) } ?? 120

    /// As many as a soak plays where seeds are named.
    private static let events = ProcessInfo.processInfo.environment["SEEDS"] == nil ? 500 : 2000

    @Test func `ask for every kind of requirement`() {
        #expect(Set(World.conditions.map(\.kind)) == Set(Requirement.Kind.allCases))
    }

    // B-1 B-2 B-4 B-5 B-9 B-17 B-74 B-75 B-76 B-77 B-95 B-96 B-97 B-101 B-102 B-104
    @Test(arguments: seeds) func `lose no job, run none twice at once, and never spin`(seed: UInt64) throws {
        let counts = try Life.play(seed, events: Self.events, lines: Self.lines)
        #expect(counts["launches", default: 0] > 5, "the seed plays nothing: \(counts)")
    }

    // B-4 B-17
    @Test(arguments: seeds.prefix(4)) func `are the same on the real store`(seed: UInt64) throws {
        let model = try Life.play(seed, events: 250, on: ModelDisk(), lines: Self.lines)
        let real = try Life.play(seed, events: 250, on: StoreDisk(), lines: Self.lines)
        #expect(real.counts["launches", default: 0] > 2)
        #expect(model.counts["launches", default: 0] > 2)
    }
}
