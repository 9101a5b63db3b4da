// The client against a daemon that behaves, and against some that do not.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Testing

@testable import BGRunClient

private func target(_ text: String = "org.example.backup") throws -> Target {
    Target(identifier: try #require(JobIdentifier(text)))
}

private let soon: Duration = .seconds(20)

@Suite struct `A call to a daemon` {
    private func daemon() throws -> FakeDaemon {
        try FakeDaemon.answering { request, conversation in
            switch request {
            case .command(.run(let call)):
                conversation.finish(RunCall.Reply(run: RunID(Int64(call.mode == .now ? 1 : 2))))
            case .command(.stop): conversation.refuse(SchedulerError.notRunning)
            case .query(.logs(let call)), .stream(.logs(let call)):
                for text in ["one\n", "two\n"] {
                    conversation.stream(LogsCall.Reply(run: call.run ?? RunID(9), text: text))
                }
                conversation.finish(LogsCall.Reply(run: RunID(9), text: ""))
            case .command, .query, .stream, .events:
                conversation.finish(NoFields())
            }
        }
    }

    @Test func `gets its reply, also several on one connection`() throws {
        let daemon = try daemon()
        var connection = try Connection(to: daemon.socket)
        let now = try connection.call(RunCall(try target(), mode: .now))
        let forced = try connection.call(RunCall(try target(), mode: .force))
        #expect([now.run, forced.run] == [RunID(1), RunID(2)])
    }

    @Test func `gets its refusal, and the connection stays good`() throws {
        let daemon = try daemon()
        var connection = try Connection(to: daemon.socket)
        let stop = StopCall(try target())
        do throws(ClientError) {
            _ = try connection.call(stop)
            Issue.record("a job that does not run was stopped")
        } catch {
            #expect(error == .refused(.scheduler(.notRunning)))
        }
        #expect(try connection.call(RunCall(try target(), mode: .now)).run == RunID(1))
    }

    @Test func `can be sent before the answer to the one before is read`() throws {
        let daemon = try daemon()
        var connection = try Connection(to: daemon.socket)
        try connection.send(RunCall(try target(), mode: .now))
        try connection.send(RunCall(try target(), mode: .force))
        let deadline = Connection.deadline(in: soon)
        let first = try connection.receive(RunCall.self, until: deadline).value
        let second = try connection.receive(RunCall.self, until: deadline).value
        #expect([first.run, second.run] == [RunID(1), RunID(2)])
    }

    @Test func `gets a stream to its end`() throws {
        let daemon = try daemon()
        var connection = try Connection(to: daemon.socket)
        try connection.stream(LogsCall(try target(), follow: true))
        var pieces: [String] = []
        while true {
            let reply = try connection.receive(LogsCall.self, until: Connection.deadline(in: soon))
            pieces.append(reply.value.text)
            if case .last = reply { break }
        }
        #expect(pieces == ["one\n", "two\n", ""])
    }
}

@Suite struct `An answer in parts` {
    private func part(_ names: [String], _ rest: String) -> String {
        #"{"parameters":{"cancelled":[\#(names.map { "\"\($0)\"" }.joined(separator: ","))]\#(rest)}"# + "\0"
    }

    @Test func `is one to whoever has called`() throws {
        let daemon = try FakeDaemon { peer in
            let call = try peer.hear()
            #expect(String(decoding: call, as: UTF8.self).contains(#""more":true"#))
            try peer.say(part(["a", "b"], #","hasMore":true},"continues":true"#))
            try peer.say(part([], #","hasMore":true},"continues":true"#) + part(["c"], "}"))
        }
        var connection = try Connection(to: daemon.socket)
        let reply = try connection.call(CancelCall(.all(owner: nil)))
        #expect(reply.cancelled.map(\.text) == ["a", "b", "c"])
    }

    @Test func `is still whole where its reader looks at the clock in between`() throws {
        let daemon = try FakeDaemon { peer in
            _ = try peer.hear()
            try peer.say(part(["a"], #","hasMore":true},"continues":true"#))
            _ = try peer.hear()
            try peer.say(part(["b"], #"},"continues":true"#) + part(["c"], #"},"continues":true"#))
        }
        var connection = try Connection(to: daemon.socket)
        try connection.stream(CancelCall(.all(owner: nil)))
        #expect(throws: ClientError.timedOut(socket: daemon.socket)) {
            _ = try connection.receive(CancelCall.self, until: Connection.deadline(in: .milliseconds(50)))
        }
        try connection.send(EventsCall())
        for names in [["a", "b"], ["c"]] {
            let reply = try connection.receive(CancelCall.self, until: Connection.deadline(in: soon))
            #expect(reply.value.cancelled.map(\.text) == names)
        }
    }
}

@Suite struct `A daemon that says nothing` {
    private final class Notices {
        var count = 0
    }

    @Test func `is spoken of once, and waited for`() throws {
        let notices = Notices()
        let daemon = try FakeDaemon { peer in
            _ = try peer.hear()
            _ = try peer.hear()
            try peer.say(#"{"parameters":{}}"# + "\0" + #"{"parameters":{}}"# + "\0")
        }
        var connection = try Connection(
            to: daemon.socket, silence: Connection.Silence(of: .milliseconds(20)) { notices.count += 1 })
        try connection.send(StopCall(try target()))
        #expect(throws: ClientError.timedOut(socket: daemon.socket)) {
            _ = try connection.receive(StopCall.self, until: Connection.deadline(in: .milliseconds(60)))
        }
        #expect(throws: ClientError.timedOut(socket: daemon.socket)) {
            _ = try connection.receive(StopCall.self, until: Connection.deadline(in: .milliseconds(60)))
        }
        #expect(notices.count == 1)
        try connection.send(StopCall(try target()))
        for _ in 0..<2 {
            _ = try connection.receive(StopCall.self, until: Connection.deadline(in: soon))
        }
        #expect(notices.count == 1)
    }

    @Test func `is asked for something that it has at once where an answer may take its time`() throws {
        let notices = Notices()
        let daemon = try FakeDaemon { peer in
            let asked = String(decoding: try peer.hear(), as: UTF8.self).split(separator: "\0")
            #expect(asked.count == 2 && asked[0].contains("GetInfo") && asked[1].contains("Wait"))
            try peer.say(#"{"parameters":{"vendor":"bgrun"}}"# + "\0")
            _ = try peer.hear()
            try peer.say(#"{"parameters":{"outcome":"succeeded"}}"# + "\0")
        }
        var connection = try Connection(
            to: daemon.socket, silence: Connection.Silence(of: .milliseconds(20)) { notices.count += 1 })
        try connection.send(WaitCall(try target()))
        // The daemon works, and a job takes as long as it takes.
        let spoken = { notices.count }
        #expect(throws: ClientError.timedOut(socket: daemon.socket)) {
            _ = try connection.receive(WaitCall.self, until: Connection.deadline(in: .milliseconds(200)))
        }
        let before = spoken()
        #expect(throws: ClientError.timedOut(socket: daemon.socket)) {
            _ = try connection.receive(WaitCall.self, until: Connection.deadline(in: .milliseconds(60)))
        }
        #expect(spoken() == before)
        try connection.send(EventsCall())
        let end = try connection.receive(WaitCall.self, until: Connection.deadline(in: soon)).value
        #expect(end.outcome == .succeeded)
    }
}

@Suite struct `A daemon that can't be talked to` {
    private func fault(
        _ scene: @escaping @Sendable (borrowing Peer) throws -> Void, within span: Duration = soon
    )
        throws -> ClientError?
    {
        let daemon = try FakeDaemon(scene)
        var connection = try Connection(to: daemon.socket)
        let call = StopCall(try target())
        do throws(ClientError) {
            _ = try connection.call(call, until: Connection.deadline(in: span))
            return nil
        } catch {
            return error
        }
    }

    @Test func `is none where nobody listens`() throws {
        let path = try ScratchDirectory().path("none")
        #expect(throws: ClientError.noDaemon(socket: path)) { _ = try Connection(to: path) }
    }

    @Test func `is lost when it closes, also in the middle of an answer`() throws {
        #expect(try fault { peer in _ = try peer.hear() }?.isLoss == true)
        #expect(
            try fault { peer in
                _ = try peer.hear()
                try peer.say(#"{"parame"#)
            }?.isLoss == true)
    }

    @Test(arguments: ["nonsense\0", "[]\0", #"{"continues":true,"error":"a.B"}"# + "\0", #"{"x":1}"# + "\0"])
    func `makes no sense when it answers with something else`(answer: String) throws {
        let fault = try fault { peer in
            _ = try peer.hear()
            try peer.say(answer)
        }
        guard case .senselessAnswer = fault else {
            Issue.record("\(answer) was taken for an answer: \(String(describing: fault))")
            return
        }
    }

    @Test func `makes no sense when a field is missing`() throws {
        let daemon = try FakeDaemon.answering { _, conversation in conversation.finish(NoFields()) }
        var connection = try Connection(to: daemon.socket)
        do throws(ClientError) {
            _ = try connection.call(HistoryCall())
            Issue.record("an empty history was read from nothing")
        } catch {
            let reason = #"the field "entries" is missing or of the wrong type"#
            #expect(error == .senselessAnswer(socket: daemon.socket, reason: reason))
        }
    }

    @Test func `is not waited for longer than asked by a daemon that lets nobody in`() throws {
        let scratch = try ScratchDirectory()
        let listener = try UnixListener(path: scratch.path("s"), permissions: 0o600, backlog: 0)
        let first = try UnixSocket(connectingTo: scratch.path("s"))
        do throws(ClientError) {
            _ = try Connection(to: scratch.path("s"), within: .milliseconds(20)).daemonProcess
            Issue.record("there was room")
        } catch {
            #expect(error == .timedOut(socket: scratch.path("s")))
        }
        withExtendedLifetime((first.descriptor.rawValue, listener.descriptor.rawValue)) {}
    }

    @Test func `is waited for until the deadline, and not longer`() throws {
        let fault = try fault({ peer in while try !peer.hear().isEmpty {} }, within: .milliseconds(20))
        #expect(fault?.isTimeout == true)
    }
}

@Suite struct `The choice of the socket` {
    private func path(_ choice: SocketChoice, _ environment: [String: String]) -> String? {
        try? choice.path { environment[$0] }
    }

    @Test func `is the system's daemon unless something else is said`() {
        #expect(path(.usual, [:]) == "/run/bgrun/org.bgrun.Scheduler")
        #expect(path(.usual, ["BGRUN_SOCKET": "", "XDG_RUNTIME_DIR": "/run/user/7"]) == SocketChoice.system)
        #expect(path(.usual, ["BGRUN_SOCKET": "/x"]) == "/x")
        #expect(path(.path("/y"), ["BGRUN_SOCKET": "/x"]) == "/y")
    }

    @Test func `is never another daemon than the user's where that was asked for`() {
        let environment = ["BGRUN_SOCKET": "/x", "XDG_RUNTIME_DIR": "/run/user/7"]
        #expect(path(.user, environment) == "/run/user/7/bgrun/org.bgrun.Scheduler")
        #expect(throws: SocketChoice.NoRuntimeDirectory()) { try SocketChoice.user.path { _ in nil } }
    }
}
