// A program of Examples, run beside a daemon as its user would run it.
import BGRunTestSupport
import Foundation
import Glibc

/// An application in the foreground, until its input ends.
final class ExampleProgram {
    private let daemon: DaemonFixture
    private let name: String
    private let process: ChildProcess
    private var input: Int32?
    private let output: String

    /// Starts it, with `environment` beside the daemon's address.
    init(
        _ program: String, _ arguments: [String] = [], in daemon: DaemonFixture,
        environment: [String: String] = [:]
    ) throws {
        self.daemon = daemon
        name = "\(program)-\(UUID().uuidString.prefix(8))"
        output = daemon.scratch.path("\(name).out")
        let pipe = daemon.scratch.path("\(name).in")
        guard mkfifo(pipe, 0o600) == 0 else { throw DaemonFixture.Fault(description: "no pipe at \(pipe)") }
        // It reads until the last writer has gone; who opens for both never waits.
        let writer = open(pipe, O_RDWR | O_CLOEXEC)
        input = writer
        var variables = ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket]
        variables.merge(environment) { $1 }
        process = try ChildProcess(
            Repository.program(program), arguments, environment: variables, input: pipe, output: output)
    }

    deinit { if let input { close(input) } }

    /// What it has written, line by line.
    var lines: [String] { WrittenFile(output).lines }

    /// Waits until what it has written is as it should be.
    @discardableResult
    func writes(_ words: String, _ isRight: ([String]) -> Bool) throws -> [String] {
        if let lines = try WrittenFile(output).wait(until: isRight) { return lines }
        throw DaemonFixture.Fault(description: "never wrote \(words): \(lines)\n\(daemon.log)")
    }

    @discardableResult
    func writes(_ line: String) throws -> [String] { try writes(line) { $0.contains(line) } }

    /// Its input ends: it goes to the background.
    func goToBackground() {
        if let input { close(input) }
        input = nil
    }

    /// Somebody types a line.
    func type(_ line: String) throws {
        guard let input else { throw DaemonFixture.Fault(description: "\(name) has no input any more") }
        let bytes = Array("\(line)\n".utf8)
        guard write(input, bytes, bytes.count) == bytes.count else {
            throw DaemonFixture.Fault(description: "\(name) reads nothing")
        }
    }

    /// Ctrl-Z, or what `fg` does.
    func send(_ signal: Int32) { _ = Glibc.kill(process.pid, signal) }

    /// Its state as the kernel names it: `T` where it was stopped.
    var state: String {
        let stat = (try? String(contentsOfFile: "/proc/\(process.pid)/stat", encoding: .utf8)) ?? ""
        return stat.split(separator: ")").last?.split(separator: " ").first.map(String.init) ?? ""
    }

    func kill() throws {
        guard process.end(SIGKILL, seconds: 30) != nil else {
            throw DaemonFixture.Fault(description: "\(name) does not end")
        }
    }

    /// How it ends by itself.
    func end() -> Int32? { process.wait(seconds: 60) }
}

extension DaemonFixture {
    /// A file permits a program of Examples to have tasks.
    func permit(
        _ application: String, _ program: String, arguments: [String] = [], tasks: String, more: String = ""
    ) throws {
        let command = ([Repository.program(program)] + arguments).map { "\"\($0)\"" }.joined(separator: ", ")
        let text =
            #"{"application": "\#(application)", "command": [\#(command)], "tasks": \#(tasks)\#(more)}"#
        try Data(text.utf8).write(to: URL(filePath: "\(applicationsDirectory)/\(application).json"))
    }
}
