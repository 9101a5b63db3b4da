// A writer is killed in the middle of its work: what it said was written is there.
import BGRunJob
import BGRunStore
import BGRunTestSupport
import Foundation
import Testing

@Suite(.serialized) struct `A writer that is killed` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    // B-4, B-17
    @Test func `has lost nothing that it told, time after time`() throws {
        var random = SeededGenerator(seed: 11)
        var last: Int64 = 0
        for _ in 0..<12 {
            let told = try KilledWriter(
                Repository.program("StoreWriter"), ["write", state.path],
                after: .random(in: 1...400, using: &random)
            ).told
            let first = try #require(told.first)
            #expect(first > last)
            last = try #require(told.last)
            let (store, opening) = try state.open()
            #expect(opening.database == .normal)
            #expect(opening.setAside == [])
            // The last transaction may have become durable without having been told.
            #expect([last + 1, last + 2].contains(opening.recovered.nextRun.rawValue))
            let job = opening.recovered.jobs.first {
                $0.id.identifier.text == "org.example.backup.\(last % 40)"
            }
            #expect(job?.occurrence.number == last)
            #expect(job?.activeRun?.run == RunID(last))
            // All or nothing: the record and the entry of one turn are both there, or neither.
            let newest = try #require(store.runs(limit: 1).first?.run)
            #expect(newest.rawValue == opening.recovered.nextRun.rawValue - 2 || last == 1)
            #expect(try store.runs(limit: 100_000).count == Int(newest.rawValue))
            // Each turn has skipped one occurrence after its run was started; the run of the last has no end yet.
            let lines = try store.history(limit: 100_000)
            #expect(lines.count == 2 * Int(newest.rawValue) + 1)
            #expect(lines.first?.run == nil)
            #expect(
                lines.dropFirst().enumerated().allSatisfy {
                    ($0.element.run == nil) == $0.offset.isMultiple(of: 2)
                })
        }
    }

    // B-4
    @Test(arguments: [["kills", "4"], ["cuts", "5"]])
    func `or whose machine loses power has lost nothing that it told, and no loss is told that is none`(
        words: [String]
    ) throws {
        let soak = try Command.run([Repository.program("StoreSoak")] + words)
        #expect(soak.status == 0, "\(soak.output)\(soak.errors)")
    }

    @Test func `had the directory to itself while it lived`() throws {
        let writer = Process()
        let output = Pipe()
        writer.executableURL = URL(filePath: Repository.program("StoreWriter"))
        writer.arguments = ["write", state.path]
        writer.standardOutput = output
        try writer.run()
        defer {
            kill(writer.processIdentifier, SIGKILL)
            writer.waitUntilExit()
        }
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        kill(writer.processIdentifier, SIGSTOP)
        let failure = #expect(throws: StoreFailure.self) { try state.open() }
        #expect(failure?.reason == "another bgrund is using it")
    }
}
