// What runs have written goes a few files at a time.
import BGRunJob
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDaemon

// B-49
@Suite struct `Outputs that history has no more` {
    @Test func `are removed a few at a time, until none is left`() throws {
        let bench = try ErrandBench()
        let runs = (1...20).map { RunID(Int64($0)) }
        for run in runs { try bench.scratch.file("state/output/\(run)", "said") }
        let removal = OutputRemoval(bench.launcher)
        removal.remove(runs)
        var left: [Int] = []
        while let instant = removal.attendAt {
            left.append(try bench.launcher.keptOutputs().count)
            _ = removal.attend(at: instant)
        }
        #expect(left == [20 - OutputRemoval.portion, 20 - 2 * OutputRemoval.portion])
        #expect(try bench.launcher.keptOutputs() == [])
    }
}
