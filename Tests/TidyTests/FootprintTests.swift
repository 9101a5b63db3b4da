// The comparison of what the release build takes with what packaging/footprint allows: when it fails, and what it says.
import BGRunTestSupport
import Testing

@Suite struct `The footprint` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let allowed = "threads 1 ±0 one loop\npages 200 ±5 libraries\n"

    /// Compares counts with the lines of a file that was `before` until now.
    private func compare(
        _ counts: String, with allowed: String = allowed, before: String? = nil, records: Bool = false
    ) throws -> Command {
        try Command.run(
            [
                Repository.path("Benchmarks/footprint"),
                "--counts", try scratch.file("counts", counts),
                "--file", try scratch.file("allowed", allowed),
                "--before", try scratch.file("before", before ?? allowed),
            ],
            environment: ["PATH": "/usr/bin:/bin", "RECORD": records ? "1" : ""])
    }

    @Test func `holds while no figure is worse than it wavers`() throws {
        let run = try compare("threads 1\npages 205\n")
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test func `fails for a figure that is worse, and says by how much and what to do`() throws {
        let run = try compare("threads 2\npages 206\n")
        #expect(run.status == 1)
        #expect(
            run.errors == """
                footprint: threads is 2, 1 more than allowed allows (1 ±0: one loop); \
                mend it, or change its line in the same commit, with the reason
                footprint: pages is 206, 1 more than allowed allows (200 ±5: libraries); \
                mend it, or change its line in the same commit, with the reason

                """)
    }

    @Test func `fails for a figure without a line, and for a line without a figure`() throws {
        let run = try compare("threads 1\nopens 3\n")
        #expect(run.status == 1)
        #expect(
            run.errors == """
                footprint: opens is counted and has no line in allowed; give it one, with its reason
                footprint: pages stands in allowed and is not counted; take its line away, or count it

                """)
    }

    @Test(arguments: [
        ("threads 1 ±0", "the figure has no reason"),
        ("threads many ±0 one loop", "a line is NAME FIGURE ±WAVER REASON"),
        ("threads 1 one loop", "a line is NAME FIGURE ±WAVER REASON"),
        ("threads 1 ±0 one loop\nthreads 9 ±0 two", "stands there twice"),
    ])
    func `is refused with a line that can't be held to`(_ lines: String, _ fault: String) throws {
        let run = try compare("threads 1\n", with: "# Figures\n\n\(lines)\n", before: "")
        #expect(run.status == 1)
        #expect(run.errors.hasSuffix(": threads: \(fault)\n"), "\(run.errors)")
    }

    @Test func `may grow with a new reason, and not with the old one`() throws {
        let before = "threads 1 ±0 one loop\npages 180 ±5 less\n"
        let same = try compare("threads 1\npages 200\n", before: before.replacing("less", with: "libraries"))
        #expect(same.status == 1)
        #expect(
            same.errors == """
                footprint: pages may be 205 in allowed and was 185, and the reason is the same; say why

                """)
        #expect(try compare("threads 1\npages 200\n", before: before).status == 0)
    }

    @Test func `asks for a gain to be written down`() throws {
        let run = try compare("threads 1\npages 190\n")
        #expect(run.status == 0)
        #expect(run.output.contains("pages is 190, and allowed says 200: write down the gain (RECORD=1)"))
    }

    @Test func `is recorded with its reasons, but for what has grown, and not where it wavers`() throws {
        let allowed = "# Figures\n\(Self.allowed)waves 7 ±2 weather\n"
        _ = try compare("threads 2\npages 190\nwaves 8\nopens 3\n", with: allowed, records: true)
        let lines = try scratch.text("allowed").split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(
            lines == [
                "# Figures", "threads 2 ±0", "pages 190 ±5 libraries", "waves 7 ±2 weather", "opens 3 ±0",
            ])
    }

    @Test func `allows what its own file says, with a reason for each figure`() throws {
        let text = try String(contentsOfFile: Repository.path("packaging/footprint"), encoding: .utf8)
        let counts = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        #expect(!counts.isEmpty)
        let run = try compare(counts.joined(separator: "\n"), with: text)
        #expect(run.status == 0, "\(run.errors)")
    }
}
