// What is kept of a run's output: the first half, the last half, and how much lay between.
import BGRunJob
import BGRunLinux
import Glibc
import Testing

@testable import BGRunLaunch

@Suite struct `A run's output` {
    @Test func `is kept from both ends when it is too long`() throws {
        let bench = try Bench(.sessions) { $0.outputLimit = 20 }
        let output = try bench.run("printf 0123456789; printf '%01000d' 0; printf abcdefghij")
        #expect(output == "0123456789\n[bgrun: 1000 bytes left out]\nabcdefghij")
    }

    @Test func `is whole up to its limit`() throws {
        let bench = try Bench(.sessions) { $0.outputLimit = 20 }
        #expect(try bench.run("printf 0123456789abcdefghij") == "0123456789abcdefghij")
    }

    // B-20
    @Test(arguments: [
        ("true", 4096), ("head -c 10000 /dev/zero", 12_288), ("head -c 900000 /dev/zero", 69_632),
    ])
    func `tells what it takes of the disk`(shell: String, bytes: Int64) throws {
        let bench = try Bench(.sessions) { $0.outputLimit = 65_536 }
        _ = try bench.run(shell)
        for case .exited(_, _, let usage) in bench.events { #expect(usage.outputBytes == bytes) }
        #expect(bench.events.contains { if case .exited = $0 { true } else { false } })
    }

    @Test func `that goes on is read from where one stopped`() throws {
        let bench = try Bench(.sessions) { $0.outputLimit = 8 }
        try bench.launch(shell: "printf abcdef; read line; printf ghijklmnop") { $0.standardInput = "\n" }
        _ = try bench.exit()
        func piece(_ position: Int64, _ limit: Int) throws -> OutputChunk? {
            try bench.launcher.output(of: RunID(1), from: position, limit: limit)?.bare
        }
        #expect(try piece(0, 3) == OutputChunk(omitted: 0, bytes: Array("abc".utf8), next: 3))
        #expect(try piece(3, 9) == OutputChunk(omitted: 0, bytes: Array("d".utf8), next: 4))
        #expect(try piece(4, 2) == OutputChunk(omitted: 8, bytes: Array("mn".utf8), next: 14))
        #expect(try piece(14, 9) == OutputChunk(omitted: 0, bytes: Array("op".utf8), next: 16))
        #expect(try piece(16, 9) == OutputChunk(omitted: 0, bytes: [], next: 16))
        #expect(try piece(.max, 9) == OutputChunk(omitted: 0, bytes: [], next: 16))
        #expect(try piece(.min, 1) == OutputChunk(omitted: 0, bytes: Array("a".utf8), next: 1))
    }

    @Test func `is closed to others and can be removed`() throws {
        let bench = try Bench(.sessions)
        _ = try bench.run("echo secret")
        let outputs = try Directory(path: "\(bench.scratch.path)/state").directory("output")
        #expect(try outputs.descriptor.status().permissions == 0o700)
        #expect(try outputs.status(of: "1").permissions == 0o600)
        #expect(try bench.launcher.keptOutputs() == [RunID(1)])
        try bench.launcher.removeOutput(of: RunID(1))
        #expect(try bench.launcher.output(of: RunID(1), from: 0, limit: 9) == nil)
    }

    @Test(arguments: Way.all) func `without end holds nothing up`(way: Way) throws {
        let bench = try Bench(way)
        try bench.launch(1, shell: "exec yes")
        try bench.launch(2, shell: "exit 7")
        #expect(try bench.exit(of: 2) == .code(7))
        try bench.wait(forOutput: "bytes left out", of: 1)
        bench.launcher.kill(RunID(1))
        #expect(try bench.exit(of: 1) == .signal(SIGKILL))
    }

    @Test(arguments: [[], [UInt8](repeating: 0, count: 40), [UInt8](repeating: 255, count: 40)])
    func `in a damaged file is refused`(bytes: [UInt8]) throws {
        let file = try MemoryFile.sealed("damaged", contents: bytes)
        let error = #expect(throws: SystemError.self) { _ = try RunOutput.read(file, from: 0, limit: 9) }
        #expect(error?.errno == EBADMSG)
    }

    @Test func `cut short by a power cut gives what there is`() throws {
        var layout = OutputFile(limit: 20)
        layout.written = 15
        let marks = [UInt8](repeating: 0, count: Int(layout.place(of: 0).offset) - OutputFile.headerSize)
        let file = try MemoryFile.sealed("short", contents: layout.header + marks + Array("abc".utf8))
        #expect(
            try RunOutput.read(file, from: 0, limit: 99).bare
                == OutputChunk(omitted: 0, bytes: Array("abc".utf8), next: 3))
    }
}

extension OutputChunk {
    /// Without where its bytes came from.
    fileprivate var bare: OutputChunk {
        OutputChunk(omitted: omitted, bytes: bytes, next: next, lost: lost)
    }
}
