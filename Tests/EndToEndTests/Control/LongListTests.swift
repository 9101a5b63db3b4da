// Lists that are longer than any message a client takes.
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `A user with more jobs than fit in a message` {
    private static let count = 350

    /// Each of the jobs has a condition of its own.
    ///
    /// - Parameter size: About how many bytes of a status each of them takes.
    private func start(size: Int) throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        try daemon.start()
        let filling = JSONValue.string(String(repeating: "x", count: size))
        var connection = try Connection(to: daemon.socket)
        for number in 0..<Self.count {
            _ = try connection.call(
                SubmitCall(descriptor: [
                    "identifier": .string("job-\(1000 + number)"), "command": ["/bin/true", filling],
                    "earliestBeginDate": "+1d", "requires": ["pathExists": .string("/nonexistent/\(number)")],
                ]))
        }
        return daemon
    }

    // B-49
    @Test func `sees all of them, in a status that comes in parts, and again when one has changed`() throws {
        let daemon = try start(size: 50_000)
        #expect(try daemon.status().jobs.count == Self.count)
        let line = try Line(to: daemon.socket)
        try line.say(
            #"{"method":"org.bgrun.Scheduler.Status","parameters":{"once":true},"more":true}"# + "\0")
        let parts = try line.answers(to: 1)
        #expect(parts.count > 16 && parts.last?.continues == false)
        #expect(parts.map(\.bytes.count).max() ?? 0 < 2 << 20)
        #expect(parts.reduce(0) { $0 + $1.bytes.count } > MessageReader.clientLimit)
        #expect(parts.dropLast().allSatisfy { $0.bytes.suffix(40).contains(Array(#""hasMore":true}"#.utf8)) })
        // A client that takes one message only gets it as it always did.
        try line.say(#"{"method":"org.bgrun.Scheduler.Status"}"# + "\0")
        let whole = try line.message()
        #expect(whole?.continues == false && whole?.bytes.count ?? 0 > MessageReader.clientLimit)
        var connection = try Connection(to: daemon.socket)
        try connection.stream(StatusCall(once: false))
        let deadline = Connection.deadline(in: .seconds(60))
        #expect(try connection.receive(StatusCall.self, until: deadline).value.jobs.count == Self.count)
        _ = try daemon.call(CancelCall(.job(Target(identifier: try daemon.name("job-1007")))))
        var left = Self.count
        while left == Self.count {
            left = try connection.receive(StatusCall.self, until: deadline).value.jobs.count
        }
        #expect(left == Self.count - 1)
        #expect(try daemon.stop() == 0)
    }

    // B-49
    @Test func `has every command work with them`() throws {
        let daemon = try start(size: 5000)
        let person = Person(daemon: daemon)
        let status = try JSONSerialization.jsonObject(with: Data(try person.says("status", "--json").utf8))
        let jobs = (status as? [String: Any])?["jobs"] as? [[String: Any]]
        #expect(jobs?.count == Self.count)
        #expect(
            jobs?.compactMap { $0["identifier"] as? String } == (0..<Self.count).map { "job-\(1000 + $0)" })
        let rows = try person.says("status").split(separator: "\n")
        #expect(rows.count { $0.contains("job-1") } == Self.count)
        #expect(try person.says("conditions").split(separator: "\n").count > Self.count)
        let forecasts = try JSONSerialization.jsonObject(
            with: Data(try person.says("forecast", "--json").utf8))
        #expect(((forecasts as? [String: Any])?["forecasts"] as? [Any])?.count == Self.count)
        _ = try person.bgrun("doctor", "--json")
        let cancelled = try person.says("cancel", "--all").split(separator: "\n")
        #expect(cancelled.count == Self.count)
        #expect(try daemon.status().jobs.isEmpty)
        #expect(try daemon.stop() == 0)
    }
}

@Suite struct `A user with more applications than fit in a message` {
    private static let count = 300

    @Test func `has all of them listed, in parts for a client that takes several`() throws {
        let daemon = try DaemonFixture()
        try daemon.scratch.file("policy.json", #"{"applications": {"limit": \#(Self.count)}}"#)
        try daemon.start()
        let program = JSONValue.string("/" + String(repeating: "x", count: 60_000))
        var connection = try Connection(to: daemon.socket)
        for number in 0..<Self.count {
            _ = try connection.call(
                PermitCall(manifest: [
                    "application": .string("com.example.app\(1000 + number)"), "command": [program],
                    "tasks": ["com.example.task": [:]],
                ]))
        }
        let names = try connection.call(ListApplicationsCall()).applications.map(\.application.text)
        #expect(names == (0..<Self.count).map { "com.example.app\(1000 + $0)" })
        let line = try Line(to: daemon.socket)
        try line.say(#"{"method":"org.bgrun.Applications.ListApplications","more":true}"# + "\0")
        let parts = try line.answers(to: 1)
        #expect(parts.count > 8 && parts.last?.continues == false)
        #expect(parts.reduce(0) { $0 + $1.bytes.count } > MessageReader.clientLimit)
        let person = Person(daemon: daemon)
        #expect(
            try person.says("applications").split(separator: "\n").count { $0.contains("com.example.app") }
                >= Self.count)
        #expect(try person.says("applications", "com.example.app1299").contains("com.example.app1299"))
        #expect(try daemon.stop() == 0)
    }
}
