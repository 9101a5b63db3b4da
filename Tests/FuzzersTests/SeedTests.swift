// What the fuzzers begin from, without their made-up rest: each seed holds, in a build that is not instrumented.
import BGRunTestSupport
import Foundation
import Testing

@testable import Fuzzers

@Suite struct `The seeds of a fuzzer` {
    /// Those of its folder, and the descriptors that are shipped.
    private static func seeds(of name: String) throws -> [String] {
        let shipped = name == "descriptor" ? ["Examples", "jobs.d"] : []
        return try Repository.files(below: "Tests/Fuzzers/Seeds/\(name)")
            + shipped.flatMap { try Repository.files(below: $0, suffix: ".json") }
    }

    /// One after the other: some become files, which lie in one place.
    @Test func `are read as they must be`() throws {
        let scratch = try ScratchDirectory()
        for fuzzer in Fuzzers.all {
            let seeds = try Self.seeds(of: fuzzer.name)
            #expect(!seeds.isEmpty, "\(fuzzer.name)")
            for seed in seeds {
                let bytes = try Data(contentsOf: URL(filePath: Repository.path(seed)))
                Scratch.$root.withValue(scratch.path) {
                    Fuzzers.$report.withValue({ Issue.record("\(seed): \($0)") }) {
                        fuzzer.run([UInt8](bytes))
                    }
                }
            }
        }
    }

    @Test func `lie in a folder of its name`() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Repository.path("Tests/Fuzzers/Seeds"))
        #expect(folders.sorted() == Fuzzers.all.map(\.name).sorted())
    }

    @Test func `that break what must be so are told of`() async {
        await confirmation { told in
            Fuzzers.$report.withValue({ _ in told() }) { hold(1 > 2, "one is more than two") }
        }
    }
}
