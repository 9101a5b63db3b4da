// A store whose machine loses power: what the disk may hold then, and what is made of it.
import BGRunJob
import BGRunStore
import BGRunTestSupport
import DiskRecorder
import Foundation

/// Records all that a store asks of its disk, and cuts the power anywhere in it.
///
/// What was not synced before the cut may be on the disk or not, write by write and sector by sector, in any order.
struct PowerCuts {
    let seed: UInt64
    private let acts: [Act]

    private struct Act {
        let kind: disk_kind
        let name: String
        let place: Int
        let bytes: [UInt8]
    }

    /// What becomes of that which was not synced.
    private enum Rest: CaseIterable { case lost, written, begun, mixed, torn }

    /// - Parameter turns: How many the store plays; now and then it is closed and opened again.
    init(seed: UInt64, turns: Int) throws {
        self.seed = seed
        let scratch = try ScratchDirectory()
        let directory = scratch.path("state")
        disk_record(directory)
        defer { disk_rest() }
        let first = disk_count()
        var model = Model(seed: seed)
        while model.turn < turns {
            let (store, _) = try Store.open(soak: directory)
            for _ in 0..<(turns / 3 + 1) where model.turn < turns {
                _ = try store.write(model.next())
                disk_promise(model.turn)
            }
        }
        acts = (first..<disk_count()).map { index in
            let act = disk_acts()[index]
            return Act(
                kind: act.kind,
                name: withUnsafeBytes(of: act.name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                },
                place: Int(act.place), bytes: Array(UnsafeBufferPointer(start: act.bytes, count: act.length)))
        }
        // Else this would prove nothing.
        precondition(
            acts.contains { $0.kind == disk_write && $0.name.hasSuffix("-wal") }
                && acts.contains { $0.kind == disk_sync && $0.name.hasSuffix(".sqlite") },
            "what SQLite asks of the disk is not seen")
    }

    /// Cuts the power so many times, and tells of those after which something was wrong.
    func faults(cuts: Int) throws -> [String] {
        var random = SeededGenerator(seed: seed)
        return try (0..<cuts).flatMap { cut in
            let end = Int.random(in: 0...acts.count, using: &random)
            return try Rest.allCases.compactMap { rest in
                try fault(at: end, rest, &random).map { "seed \(seed), cut \(cut) at \(end), \(rest): \($0)" }
            }
        }
    }

    private func fault(at end: Int, _ rest: Rest, _ random: inout SeededGenerator) throws -> String? {
        let scratch = try ScratchDirectory()
        let directory = scratch.path("state")
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, bytes) in disk(at: end, rest, &random) {
            try Data(bytes).write(to: URL(filePath: directory + "/" + name))
        }
        let told = acts[..<end].last { $0.kind == disk_mark }?.place ?? 0
        return Model.fault(in: try Store.open(soak: directory).1, seed: seed, told: Int64(told))
    }

    /// The files as they may be found after a cut before the act of that number.
    private func disk(
        at end: Int, _ rest: Rest, _ random: inout SeededGenerator
    ) -> [String: [UInt8]] {
        var disk: [String: [UInt8]] = [:]
        var waiting: [Act] = []
        for act in acts[..<end] where act.kind != disk_mark {
            guard act.kind == disk_sync else {
                waiting.append(act)
                continue
            }
            // Whatever else waits may be written at any time before its own sync; that is tried at the cut.
            if !act.name.isEmpty { disk[act.name, default: []] += [] }
            for earlier in waiting where earlier.name == act.name || earlier.kind == disk_unlink {
                Self.perform(earlier, on: &disk)
            }
            waiting.removeAll { $0.name == act.name || $0.kind == disk_unlink }
        }
        let begun = Int.random(in: 0...waiting.count, using: &random)
        var kept: Set<String> = []
        for (index, act) in waiting.enumerated() {
            // What is written to a file that took the name of one whose end is not on disk is not found by that name.
            if kept.contains(act.name) { continue }
            let isWritten =
                switch rest {
                case .lost: false
                case .written: true
                case .begun: index < begun
                case .mixed, .torn: Bool.random(using: &random)
                }
            if rest == .torn, act.kind == disk_write {
                for sector in stride(from: 0, to: act.bytes.count, by: 512) where Bool.random(using: &random)
                {
                    let part = Array(act.bytes[sector..<min(sector + 512, act.bytes.count)])
                    Self.perform(
                        Act(kind: act.kind, name: act.name, place: act.place + sector, bytes: part), on: &disk
                    )
                }
            } else if isWritten {
                Self.perform(act, on: &disk)
            } else if act.kind == disk_unlink {
                kept.insert(act.name)
            }
        }
        return disk
    }

    private static func perform(_ act: Act, on disk: inout [String: [UInt8]]) {
        switch act.kind {
        case disk_write:
            var file = disk[act.name] ?? []
            let end = act.place + act.bytes.count
            if file.count < end { file += [UInt8](repeating: 0, count: end - file.count) }
            file.replaceSubrange(act.place..<end, with: act.bytes)
            disk[act.name] = file
        case disk_truncate:
            var file = disk[act.name] ?? []
            file =
                Array(file.prefix(act.place)) + [UInt8](repeating: 0, count: max(0, act.place - file.count))
            disk[act.name] = file
        case disk_unlink: disk[act.name] = nil
        case _: break
        }
    }
}
