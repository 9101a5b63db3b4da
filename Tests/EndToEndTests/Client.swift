// What these tests ask a real daemon, with a deadline for each answer.
import BGRunCalendar
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

extension DaemonFixture {
    /// Far above what anything takes: thousands of saves go before some of it, on a disk that others keep busy.
    private static var patience: Duration { .seconds(180) }

    /// One call on a connection of its own.
    func call<C: InterfaceCall>(_ call: C) throws -> C.Reply {
        var connection = try Connection(to: socket)
        return try connection.call(call, until: Connection.deadline(in: .seconds(30)))
    }

    @discardableResult
    func submit(_ descriptor: JSONObject) throws -> SubmitCall.Reply {
        try call(SubmitCall(descriptor: descriptor))
    }

    func status() throws -> StatusCall.Reply { try call(StatusCall()) }

    func job(_ identifier: String) throws -> JobReport? {
        try status().jobs.first { $0.identifier.text == identifier }
    }

    func history(_ identifier: String) throws -> [HistoryEntry] {
        try call(HistoryCall(JobSelection(try name(identifier), of: nil))).entries.compactMap(\.run)
    }

    /// How the current occurrence of a job ends.
    func wait(_ identifier: String) throws -> WaitCall.Reply {
        try call(WaitCall(Target(identifier: try name(identifier))))
    }

    func logs(_ identifier: String) throws -> String {
        try call(LogsCall(Target(identifier: try name(identifier)))).text
    }

    /// Follows what the active run of a job writes until `text` is in it.
    func logs(_ identifier: String, tell text: String) throws {
        var connection = try Connection(to: socket)
        let deadline = Connection.deadline(in: Self.patience)
        do {
            try connection.stream(
                LogsCall(Target(identifier: try name(identifier)), follow: true), until: deadline)
            var written = ""
            while !written.contains(text) {
                written += try connection.receive(LogsCall.self, until: deadline).value.text
            }
        } catch {
            throw Fault(description: "\(identifier) never wrote \(text) (\(error))\n\(log)")
        }
    }

    /// Follows the status until a job is as it should be, and gives the job then.
    @discardableResult
    func job(
        _ identifier: String, becomes words: String, _ isRight: (JobReport) -> Bool
    ) throws -> JobReport {
        let reply = try status(becomes: "\(identifier) \(words)") { status in
            status.jobs.contains { $0.identifier.text == identifier && isRight($0) }
        }
        return try #require(reply.jobs.first { $0.identifier.text == identifier })
    }

    /// Follows the status until it is as it should be.
    @discardableResult
    func status(
        becomes words: String, _ isRight: (StatusCall.Reply) -> Bool
    ) throws -> StatusCall.Reply {
        var connection = try Connection(to: socket)
        let deadline = Connection.deadline(in: Self.patience)
        var last: StatusCall.Reply?
        do {
            try connection.stream(StatusCall(once: false), until: deadline)
            while true {
                let status = try connection.receive(StatusCall.self, until: deadline).value
                if isRight(status) { return status }
                last = status
            }
        } catch {
            let jobs = last?.jobs.map {
                "\($0.identifier.text) \($0.state) \($0.blockers.map { "\($0.requirement): \($0.reason)" })"
            }
            throw Fault(
                description: "never seen: \(words) (\(error)), but \(jobs ?? [])\n\(log.suffix(20_000))")
        }
    }

    /// Goes on asking for the status, and giving the daemon its turns, until something of its process is as it should be.
    func settles(_ words: String, _ isRight: () throws -> Bool) throws {
        let deadline = Connection.deadline(in: Self.patience)
        while try !isRight() {
            if Connection.deadline(in: .zero) > deadline {
                throw Fault(description: "never seen: \(words)\n\(log.suffix(20_000))")
            }
            beat()
        }
    }

    /// Has the turn of the last answer end: what was decided in it is written to the logs after its answers.
    func turnEnds() throws { _ = try status() }

    func name(_ text: String) throws -> JobIdentifier { try #require(JobIdentifier(text)) }
}

/// Whether a process of this number lives, zombies aside.
func isAlive(_ process: Int) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let end = text.lastIndex(of: ")")
    else { return false }
    return text[end...].split(separator: " ").dropFirst().first != "Z"
}

extension HistoryLine {
    /// The run; nil for a skip.
    var run: HistoryEntry? {
        switch self {
        case .run(let entry): entry
        case .skip: nil
        }
    }
}
