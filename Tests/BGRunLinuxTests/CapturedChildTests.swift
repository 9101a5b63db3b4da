// Programs that answer by what they write.
import BGRunLinux
import Testing

@Suite struct `A program that is run for what it writes` {
    private func run(_ script: String, seconds: Int64 = 30, limit: Int = 100) throws -> CapturedChild.Answer {
        try CapturedChild.run(
            "/bin/sh", ["-c", script], environment: ["WHO": "me"], limit: limit,
            until: Clock.read(.monotonic) + seconds * 1_000_000)
    }

    private func text(_ answer: CapturedChild.Answer) -> String {
        String(decoding: answer.output, as: UTF8.self)
    }

    @Test func `answers with both its streams and its code, in its own environment and without input`() throws
    {
        let answer = try run("echo $WHO; cat; echo bad >&2; [ -z \"$PATH_OF_OURS\" ]; exit 3")
        #expect(answer.end == .exited(.exited(3)))
        #expect(text(answer) == "me\nbad\n")
        #expect(try run("kill -9 $$").end == .exited(.signalled(9)))
    }

    @Test func `keeps the end of much`() throws {
        let flood = try run("i=0; while [ $i -lt 3000 ]; do echo $i; i=$((i + 1)); done")
        #expect(flood.end == .exited(.exited(0)) && flood.output.count == 100)
        #expect(text(flood).hasSuffix("2998\n2999\n"))
    }

    @Test func `is ended where it takes too long`() throws {
        #expect(try run("sleep 100", seconds: 0).end == .tooLong)
        // It has closed what it writes to, and goes on.
        #expect(try run("exec >&- 2>&-; sleep 100", seconds: 0).end == .tooLong)
        #expect(try run("while :; do echo 0123456789; done", seconds: 0).end == .tooLong)
    }

    @Test func `that is not there is a fault`() {
        #expect(throws: SystemError.self) {
            try CapturedChild.run("/nonexistent", [], environment: [:], limit: 1, until: 0)
        }
    }
}
