// What is known of each piece of a run's output: of which stream it is, and when it came.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Glibc
import Testing

@testable import BGRunLaunch

@Suite struct `Where output came from` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func origin(_ second: Int64, _ stream: OutputStream = .standardOutput) -> OutputOrigin {
        OutputOrigin(stream: stream, microseconds: 1_700_000_000_000_000 + second * 1_000_000)
    }

    private func newFile(_ layout: OutputFile) throws -> FileDescriptor {
        let file = try File.open(scratch.path("output"), O_RDWR | O_CREAT | O_TRUNC)
        try file.write(all: layout.header, at: 0)
        return file
    }

    /// Everything that is told of a file, as `text` and its origin, from piece to piece.
    private func told() throws -> [(text: String, origin: OutputOrigin?)] {
        let file = try File.open(scratch.path("output"), O_RDONLY)
        var told: [(String, OutputOrigin?)] = []
        var position: Int64 = 0
        while true {
            let chunk = try RunOutput.read(file, from: position, limit: 4096)
            if chunk.next == position { return told }
            position = chunk.next
            told += chunk.pieces.map { (String(decoding: $0.bytes, as: UTF8.self), $0.origin) }
        }
    }

    // B-118
    @Test func `is told by the pipe that it came through, and by the clock`() throws {
        let bench = try Bench(.sessions)
        let before = Clock.read(.realtime)
        try bench.launch(shell: "echo one; read line; echo two >&2; read line; echo three") {
            $0.standardInput = "\n\n"
        }
        _ = try bench.exit()
        let pieces = try #require(try bench.launcher.output(of: RunID(1), from: 0, limit: 99)).pieces
        #expect(pieces.flatMap { Array($0.bytes) }.count == 14)
        let errors = pieces.filter { $0.origin?.stream == .standardError }.flatMap { Array($0.bytes) }
        #expect(String(decoding: errors, as: UTF8.self) == "two\n")
        for piece in pieces {
            let at = try #require(piece.origin?.microseconds)
            #expect((before...Clock.read(.realtime)).contains(at))
        }
    }

    @Test func `is one stretch while it comes quickly from one stream`() throws {
        let layout = OutputFile(limit: 1000)
        let output = RunOutput(to: try newFile(layout), layout)
        let begin = origin(0)
        for (text, later) in [("a", 0), ("b", 99_999), ("c", 100_000), ("d", -5)] {
            output.keep(
                Array(text.utf8)[...],
                from: OutputOrigin(stream: .standardOutput, microseconds: begin.microseconds + Int64(later)))
        }
        output.keep(Array("e".utf8)[...], from: origin(0, .standardError))
        let told = try told()
        #expect(told.map(\.text) == ["ab", "c", "d", "e"])
        #expect(
            told.map(\.origin?.stream) == [.standardOutput, .standardOutput, .standardOutput, .standardError])
        #expect(told[0].origin == begin)
    }

    @Test func `is kept of both ends, and unknown between them`() throws {
        // All of the text is kept, and 12 marks of each end.
        let layout = OutputFile(limit: 1000)
        let output = RunOutput(to: try newFile(layout), layout)
        for second in 0..<40 { output.keep(Array("\(second) ".utf8)[...], from: origin(Int64(second))) }
        let told = try told()
        #expect(told.map(\.text).joined() == (0..<40).map { "\($0) " }.joined())
        #expect(told.count == 24)
        #expect(told[10].text == "10 " && told[10].origin == origin(10))
        #expect(told[11].text == (11..<28).map { "\($0) " }.joined() && told[11].origin == nil)
        #expect(told[12].text == "28 " && told[12].origin == origin(28))
        #expect(told[23].origin == origin(39))
    }

    @Test func `is known also where the text between both ends has gone`() throws {
        let layout = OutputFile(limit: 20)
        let output = RunOutput(to: try newFile(layout), layout)
        for second in 0..<30 {
            output.keep(
                Array("\(second % 10)".utf8)[...],
                from: origin(Int64(second), second % 2 == 0 ? .standardOutput : .standardError))
        }
        let told = try told()
        #expect(told.map(\.text).joined() == "01234567890123456789")
        #expect(told.first?.origin == origin(0) && told.last?.origin == origin(29, .standardError))
        #expect(told[10].text == "0" && told[10].origin == origin(20))
    }

    @Test func `is told in pieces that are not too many`() throws {
        let layout = OutputFile(limit: 1 << 20)
        let output = RunOutput(to: try newFile(layout), layout)
        for second in 0..<700 { output.keep(Array("x".utf8)[...], from: origin(Int64(second))) }
        let file = try File.open(scratch.path("output"), O_RDONLY)
        let chunk = try RunOutput.read(file, from: 0, limit: 4096)
        #expect(chunk.pieces.count == OutputMarks.mostOfPiece && chunk.next == 256)
        let told = try told()
        #expect(told.count == 700 && told[699].origin == origin(699))
        #expect(try RunOutput.readEnd(file, limit: 500).bytes.count == 500)
    }

    @Test func `needs no further block of the disk for the first ones`() throws {
        let layout = OutputFile(limit: 1 << 20)
        let output = RunOutput(to: try newFile(layout), layout)
        for second in 0..<12 { output.keep(Array("x".utf8)[...], from: origin(Int64(second))) }
        #expect(output.keptBytes == 4096)
        output.keep(Array("x".utf8)[...], from: origin(12))
        #expect(output.keptBytes == 8192)
        let file = try File.open(scratch.path("output"), O_RDONLY)
        #expect(try RunOutput.blocks(of: file) == 8192)
    }

    @Test func `is unknown of what a daemon of an older version has kept`() throws {
        let words: [UInt64] = [0x74756f_6e75726762, 10, 10, 3, 0]
        let file = try MemoryFile.sealed("old", contents: words.flatMap(OutputFile.bytes) + Array("abc".utf8))
        let chunk = try RunOutput.read(file, from: 0, limit: 99)
        #expect(chunk.bytes == Array("abc".utf8) && chunk.pieces.map(\.origin) == [nil])
        #expect(try RunOutput.blocks(of: file) == 4096)
    }

    @Test func `is unknown where a crash came before the mark, and the text is there`() throws {
        var layout = OutputFile(limit: 20)
        layout.written = 3
        let room = [UInt8](repeating: 0, count: Int(layout.place(of: 0).offset) - OutputFile.headerSize)
        let file = try MemoryFile.sealed("cut", contents: layout.header + room + Array("abc".utf8))
        let chunk = try RunOutput.read(file, from: 0, limit: 99)
        #expect(chunk.bytes == Array("abc".utf8) && chunk.pieces.map(\.origin) == [nil])
        // Counted, and never written.
        layout.marks = 5000
        let short = try MemoryFile.sealed("short", contents: layout.header + room + Array("abc".utf8))
        #expect(try RunOutput.read(short, from: 0, limit: 99).bytes == Array("abc".utf8))
    }

    @Test func `survives a file of nonsense`() throws {
        var layout = OutputFile(limit: 20)
        (layout.written, layout.marks) = (15, 12)
        let junk = [UInt8](repeating: 0xFF, count: 300)
        let file = try MemoryFile.sealed("junk", contents: layout.header + junk)
        #expect(try RunOutput.read(file, from: 0, limit: 99).bytes.count == 15)
        for word in 1..<7 {
            var bytes = layout.header + junk
            for place in word * 8..<word * 8 + 8 { bytes[place] = 0xFF }
            let damaged = try MemoryFile.sealed("damaged", contents: bytes)
            #expect(throws: SystemError.self) { try RunOutput.read(damaged, from: 0, limit: 99) }
        }
    }
}
