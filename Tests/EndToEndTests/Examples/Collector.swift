// The collector of observe-behaviour: a server on loopback that writes what it is sent into a table.
import BGRunTestSupport
import Foundation
import Glibc

/// A process of the test's, and its file of time, task and value.
final class Collector {
    struct Line: Equatable {
        let time: Double
        /// A task's number, or what of the machine has changed.
        let subject: String
        let value: String
    }

    private let process: ChildProcess
    private let table: String
    let address: String

    init(in daemon: DaemonFixture) throws {
        let script = try daemon.scratch.file("collector.py", Self.script)
        table = try daemon.scratch.file("observations.csv", "")
        let port = daemon.scratch.path("collector.port")
        process = try ChildProcess(
            "/usr/bin/python3", [script, table, port], environment: ["PATH": "/usr/bin:/bin"],
            output: daemon.scratch.path("collector.out"))
        guard let number = try WrittenFile(port).wait(until: { !$0.isEmpty })?.first else {
            throw DaemonFixture.Fault(description: "the collector has no port")
        }
        address = "http://127.0.0.1:\(number)"
    }

    deinit { _ = process.end(9, seconds: 30) }

    /// Writes a change of the machine beside the lines of the tasks, and gives its time.
    @discardableResult
    func note(_ subject: String, _ value: String) throws -> Double {
        let time = Date().timeIntervalSince1970
        let file = open(table, O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(file) }
        let bytes = Array("\(time),\(subject),\(value)\n".utf8)
        guard write(file, bytes, bytes.count) == bytes.count else {
            throw DaemonFixture.Fault(description: "nothing is written to \(table)")
        }
        return time
    }

    /// The lines in the order of their times.
    var lines: [Line] {
        WrittenFile(table).lines.compactMap { text in
            let words = text.split(separator: ",").map(String.init)
            guard words.count == 3, let time = Double(words[0]) else { return nil }
            return Line(time: time, subject: words[1], value: words[2])
        }
        .sorted { $0.time < $1.time }
    }

    func lines(of task: Int) -> [Line] { lines.filter { $0.subject == "\(task)" } }

    /// The values of each run of a task, the last maybe not over yet.
    func runs(of task: Int) -> [[String]] {
        lines(of: task).reduce(into: []) { runs, line in
            if line.value == "0" || runs.isEmpty { runs.append([]) }
            runs[runs.count - 1].append(line.value)
        }
    }

    func takes(_ words: String, _ isRight: () throws -> Bool) throws {
        guard try WrittenFile(table).wait(until: { _ in (try? isRight()) ?? false }) == nil else { return }
        throw DaemonFixture.Fault(description: "the collector never had \(words): \(lines)")
    }

    private static let script = """
        import http.server, os, sys
        table, port = sys.argv[1:]
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *_): pass
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                # In one piece, at the end, whoever else writes there.
                file = os.open(table, os.O_WRONLY | os.O_APPEND)
                os.write(file, body)
                os.close(file)
                try:
                    self.send_response(200)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                except OSError:
                    pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        with open(port + ".new", "w") as file: file.write("%d\\n" % server.server_address[1])
        os.rename(port + ".new", port)
        server.serve_forever()
        """
}
