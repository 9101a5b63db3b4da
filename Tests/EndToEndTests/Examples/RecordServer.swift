// A server on loopback that takes the records of health-sync, and tells what it was sent.
import BGRunTestSupport
import Foundation

/// A process of the test's. Its log has a line for each request: status, key, records.
final class RecordServer {
    struct Request {
        let status: Int
        let key: String
        let records: [String]
    }

    private let process: ChildProcess
    private let log: String
    let address: String

    private let gate: String

    /// - Parameter token: The token that it takes.
    init(in daemon: DaemonFixture, token: String) throws {
        gate = daemon.scratch.path("server.gate")
        let script = try daemon.scratch.file("server.py", Self.script)
        log = daemon.scratch.path("server.log")
        let port = daemon.scratch.path("server.port")
        process = try ChildProcess(
            "/usr/bin/python3", [script, log, port, token, gate],
            environment: ["PATH": "/usr/bin:/bin"],
            output: daemon.scratch.path("server.out"))
        guard let words = try WrittenFile(port).wait(until: { !$0.isEmpty }), let number = words.first else {
            throw DaemonFixture.Fault(description: "the server has no port")
        }
        address = "http://127.0.0.1:\(number)"
    }

    deinit { _ = process.end(9, seconds: 30) }

    /// From now on it takes requests and keeps them waiting for their answers, as a server that hangs does.
    func holdAnswers() throws { try Data().write(to: URL(filePath: gate)) }

    /// It answers again, also those that wait.
    func answer() throws { try FileManager.default.removeItem(atPath: gate) }

    var requests: [Request] {
        WrittenFile(log).lines.map { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            return Request(
                status: Int(words[0]) ?? 0, key: words[1],
                records: words[2].split(separator: ",").map(String.init))
        }
    }

    /// What it keeps: each record of each batch whose key was new.
    var records: [String] {
        var keys = Set<String>()
        return requests.filter { $0.status == 200 && keys.insert($0.key).inserted }.flatMap(\.records)
    }

    func takes(_ words: String, _ isRight: ([Request]) -> Bool) throws {
        guard try WrittenFile(log).wait(until: { _ in isRight(requests) }) == nil else { return }
        throw DaemonFixture.Fault(description: "the server never had \(words): \(requests)")
    }

    private static let script = """
        import http.server, json, os, sys, time
        log, port, token, gate = sys.argv[1:]
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *_): pass
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                status, answer = 200, "ok"
                if self.path == "/token":
                    answer = token
                else:
                    if self.headers.get("Authorization") != "Bearer " + token: status = 401
                    records = [json.loads(line)["id"] for line in body.splitlines()]
                    with open(log, "a") as file:
                        file.write("%d %s %s\\n" % (status, self.headers["Idempotency-Key"], ",".join(records)))
                    while os.path.exists(gate): time.sleep(0.01)
                try:
                    self.send_response(status)
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer.encode())
                except OSError:
                    pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        open(log, "w").close()
        with open(port + ".new", "w") as file: file.write("%d\\n" % server.server_address[1])
        os.rename(port + ".new", port)
        server.serve_forever()
        """
}
