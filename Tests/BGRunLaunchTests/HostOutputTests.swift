// What a host writes goes to the runs that are active in it, to each of them and to nobody else.
import BGRunJob
import BGRunLinux
import Foundation
import Glibc
import Testing

@testable import BGRunLaunch

/// A host that writes what it is told, a line each.
private final class Echo {
    let bench: Bench
    private let words: NamedPipe
    private let answers: NamedPipe

    init(_ way: Way, _ change: (inout LaunchSettings) -> Void = { _ in }) throws {
        bench = try Bench(way, change)
        words = try NamedPipe(at: bench.sharedDirectory() + "/words")
        answers = try NamedPipe(at: bench.sharedDirectory() + "/answers")
        try bench.startHost(
            shell: "while read -r line; do eval \"$line\"; echo 1 >$ANSWERS; done <$WORDS",
            ["WORDS": words.path, "ANSWERS": answers.path])
    }

    /// Has it do a shell line, and waits until that is done.
    func tell(_ line: String) throws {
        try words.write(line)
        #expect(try answers.numbers() == [1])
    }

    /// Has it do a shell line that is its last.
    func tellLast(_ line: String) throws { try words.write(line) }

    func begin(_ run: Int64) { bench.launcher.beginOutput(of: RunID(run), in: .first) }

    @discardableResult
    func end(_ run: Int64) -> Int64 { bench.launcher.endOutput(of: RunID(run), in: .first) }
}

@Suite struct `What a host writes` {
    @Test(arguments: Way.all) func `goes to every run that is active when it is written`(way: Way) throws {
        let echo = try Echo(way)
        try echo.tell("echo nobody")
        echo.begin(1)
        try echo.tell("echo one")
        echo.begin(2)
        try echo.tell("echo both; echo errors too >&2")
        echo.end(1)
        try echo.tell("echo two")
        echo.end(2)
        try echo.tell("echo nobody again")
        echo.begin(3)
        echo.end(3)
        #expect(try echo.bench.output(of: 1) == "one\nboth\nerrors too\n")
        #expect(try echo.bench.output(of: 2) == "both\nerrors too\ntwo\n")
        #expect(try echo.bench.output(of: 3) == "")
        #expect(try echo.bench.launcher.keptOutputs() == [RunID(1), RunID(2), RunID(3)])
    }

    /// What is told by itself, while nobody ends.
    @Test(arguments: Way.all) func `is read as it comes, and each run's readers are told`(way: Way) throws {
        let echo = try Echo(way)
        echo.begin(1)
        echo.begin(2)
        try echo.tell("echo here")
        for number in [Int64(1), 2] { try echo.bench.wait(forOutput: "here\n", of: number) }
        for run in [RunID(1), RunID(2)] { #expect(echo.bench.events.contains(.wroteOutput(run))) }
        echo.end(1)
        let count = echo.bench.events.count
        try echo.tell("echo more")
        try echo.bench.wait(forOutput: "more\n", of: 2)
        #expect(echo.bench.events.dropFirst(count).allSatisfy { $0 == .wroteOutput(RunID(2)) })
        #expect(try echo.bench.output(of: 1) == "here\n")
    }

    @Test func `is told of also where the end of a run has read it`() throws {
        let echo = try Echo(.sessions)
        echo.begin(1)
        echo.begin(2)
        try echo.tell("echo here")
        echo.end(1)
        try echo.bench.wait { echo.bench.events.contains(.wroteOutput(RunID(2))) }
        #expect(echo.bench.events.contains(.wroteOutput(RunID(1))))
        #expect(try echo.bench.output(of: 2) == "here\n")
    }

    // B-20
    @Test func `is kept from both ends, for each run by itself, and tells what it takes`() throws {
        let echo = try Echo(.sessions) { $0.outputLimit = 20 }
        echo.begin(1)
        try echo.tell("printf 0123456789")
        echo.begin(2)
        try echo.tell("printf '%01000d' 0; printf abcdefghij")
        #expect(echo.end(1) == 4096)
        #expect(echo.end(2) == 4096)
        #expect(try echo.bench.output(of: 1) == "0123456789\n[bgrun: 1000 bytes left out]\nabcdefghij")
        #expect(try echo.bench.output(of: 2) == "0000000000\n[bgrun: 990 bytes left out]\nabcdefghij")
    }

    @Test func `of several blocks is counted so`() throws {
        let echo = try Echo(.sessions)
        echo.begin(1)
        try echo.tell("head -c 10000 /dev/zero")
        #expect(echo.end(1) == 12_288)
        // Once more, and of one that never began: what is on the disk.
        #expect(echo.end(1) == 12_288)
        #expect(echo.end(9) == 0)
    }

    // B-9
    @Test(arguments: Way.all) func `last is kept before its end is told`(way: Way) throws {
        let echo = try Echo(way)
        echo.begin(1)
        echo.begin(2)
        try echo.tellLast("trap '' PIPE; head -c 50000 /dev/zero; echo last words; exit 3")
        #expect(try echo.bench.endOfHost() == .code(3))
        #expect(echo.bench.events.last == .hostEnded(.first, .code(3)))
        for run in [Int64(1), 2] {
            #expect(try echo.bench.output(of: run).hasSuffix("last words\n"))
            #expect(echo.bench.events.contains(.wroteOutput(RunID(run))))
            #expect(echo.end(run) == 53_248)
        }
        // Too late: there is nobody who could write.
        echo.begin(4)
        #expect(try echo.bench.launcher.keptOutputs() == [RunID(1), RunID(2)])
    }

    @Test func `ends where it closes its output, and no run with it`() throws {
        let echo = try Echo(.sessions)
        echo.begin(1)
        try echo.tell("echo last words; exec >/dev/null 2>&1")
        let output = try #require(echo.bench.launcher.trees[.host(RunID(1))]?.output)
        try echo.bench.wait { OutputStream.allCases.allSatisfy { output.rawValue(of: $0) == nil } }
        echo.begin(2)
        try echo.tell("echo unheard")
        #expect(echo.end(1) == 4096)
        #expect(echo.end(2) == 4096)
        #expect(try echo.bench.output(of: 1) == "last words\n")
        #expect(try echo.bench.output(of: 2) == "")
    }

    @Test func `twice to one run is written once`() throws {
        let echo = try Echo(.sessions)
        echo.begin(1)
        echo.begin(1)
        try echo.tell("echo once")
        echo.end(1)
        #expect(try echo.bench.output(of: 1) == "once\n")
    }

    @Test(arguments: Way.all) func `without end holds nothing up, with a run and without`(way: Way) throws {
        let echo = try Echo(way)
        try echo.tellLast("exec yes")
        try echo.bench.launch(2, shell: "exit 7")
        #expect(try echo.bench.exit(of: 2) == .code(7))
        echo.begin(1)
        try echo.bench.wait(forOutput: "bytes left out", of: 1)
        echo.end(1)
        echo.bench.launcher.killHost(.first)
        #expect(try echo.bench.endOfHost() == .signal(SIGKILL))
    }

    @Test func `on a disk that takes none is lost, and the host goes on`() throws {
        let echo = try Echo(.sessions)
        // A directory in the file's place can't be removed as a file is.
        try echo.bench.scratch.directory("state/output/1")
        echo.begin(1)
        try echo.tell("echo lost")
        #expect(echo.end(1) == 0)
        try echo.tell("echo on it goes")
    }

    @Test func `of a guest, or of one that was adopted, is not ours to read`() throws {
        let echo = try Echo(.sessions)
        try echo.tell("trap '' PIPE")
        echo.bench.launcher.beginOutput(of: RunID(1), in: .guest(1))
        #expect(echo.bench.launcher.endOutput(of: RunID(1), in: .guest(1)) == 0)
        echo.begin(1)
        try echo.tell("echo kept")
        echo.end(1)
        let main = try #require(echo.bench.launcher.trees[.host(RunID(1))]?.main?.pid)
        try echo.bench.crash()
        try echo.bench.adoptHost()
        echo.begin(2)
        #expect(try echo.bench.launcher.keptOutputs() == [RunID(1)])
        // As the run that a dead daemon had recorded is closed.
        #expect(echo.end(1) == 4096)
        echo.bench.launcher.killHost(.first)
        #expect(try echo.bench.endOfHost() == .lost)
        waitpid(main, nil, 0)
    }
}
