// The server's side of a connection, checked as a client sees it: bytes in, bytes out.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunWire

/// What the socket said, without the NULs.
private func answers(_ conversation: inout Conversation) -> [String] {
    let bytes = Array(conversation.unsent)
    conversation.sent(bytes.count)
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
}

/// Says `text` (`|` stands for NUL) to a new conversation whose daemon answers every request at once.
private func exchange(_ text: String, piece: Int = .max) -> (answers: [String], isOver: Bool) {
    var conversation = Conversation()
    var bytes = text.utf8.map { $0 == UInt8(ascii: "|") ? 0 : $0 }[...]
    while !bytes.isEmpty {
        let part = bytes.prefix(piece)
        conversation.receive(part)
        bytes = bytes.dropFirst(part.count)
        serve(&conversation)
    }
    let said = answers(&conversation)
    return (said, conversation.isOver)
}

/// A daemon that knows no job.
private func serve(_ conversation: inout Conversation) {
    while let request = conversation.nextRequest() {
        switch request {
        case .scheduler(.command(.stop(let call))):
            conversation.refuse(SchedulerError.unknownJob(identifier: call.target.identifier.text))
        case .scheduler(.command(.run)): conversation.finish(RunCall.Reply(run: RunID(1)))
        case .scheduler(.query(.conditions)):
            conversation.finish(ConditionsCall.Reply(device: Samples.bareDevice))
        case .scheduler, .applications: conversation.finish(NoFields())
        }
    }
}

private func error(_ name: String, _ parameters: String = "{}") -> String {
    #"{"error":"org.varlink.service.\#(name)","parameters":\#(parameters)}"#
}

private let run = #"{"method":"org.bgrun.Scheduler.Run","parameters":{"identifier":"a"}}|"#
private let ran = #"{"parameters":{"run":1}}"#
private let stop = #"{"method":"org.bgrun.Scheduler.Stop","parameters":{"identifier":"a"}}|"#
private let unknown = #"{"error":"org.bgrun.Scheduler.UnknownJob","parameters":{"identifier":"a"}}"#

@Suite struct `What a conforming server must answer` {
    @Test func `who it is, with and without parameters`() {
        let info = #"{"parameters":\#(ServiceIdentity.bgrun.json.text())}"#
        for parameters in ["", #","parameters":{}"#, #","parameters":null"#] {
            let said = exchange(#"{"method":"org.varlink.service.GetInfo"\#(parameters)}|"#)
            #expect(said.answers == [info])
            #expect(!said.isOver)
        }
        #expect(ServiceIdentity.bgrun.interfaces.contains("org.varlink.service"))
    }

    @Test func `the description of every interface it lists`() throws {
        for interface in ServiceIdentity.bgrun.interfaces {
            let said = exchange(
                """
                {"method":"org.varlink.service.GetInterfaceDescription",\
                "parameters":{"interface":"\(interface)"}}|
                """)
            guard
                case .last(let parameters) = try Answer(message: Array(try #require(said.answers.first).utf8)),
                case .string(let text) = parameters["description"]
            else {
                Issue.record("no description of \(interface)")
                return
            }
            #expect(try InterfaceScanner(text).name == interface)
        }
    }

    @Test(arguments: [
        (#"{"method":"org.nowhere.Thing"}|"#, error("InterfaceNotFound", #"{"interface":"org.nowhere"}"#)),
        (#"{"method":"NoDot"}|"#, error("InterfaceNotFound", #"{"interface":"NoDot"}"#)),
        (#"{"method":""}|"#, error("InterfaceNotFound", #"{"interface":""}"#)),
        (#"{"method":"org.bgrun.Scheduler.Fly"}|"#, error("MethodNotFound", #"{"method":"Fly"}"#)),
        (#"{"method":"org.varlink.service.Fly"}|"#, error("MethodNotFound", #"{"method":"Fly"}"#)),
        (
            #"{"method":"org.bgrun.Scheduler.Run"}|"#,
            error("InvalidParameter", #"{"parameter":"identifier"}"#)
        ),
        (
            #"{"method":"org.bgrun.Scheduler.Run","parameters":{"identifier":"a","x":1}}|"#,
            error("InvalidParameter", #"{"parameter":"x"}"#)
        ),
        (
            #"{"method":"org.varlink.service.GetInterfaceDescription"}|"#,
            error("InvalidParameter", #"{"parameter":"interface"}"#)
        ),
        (
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}|"#,
            error("InterfaceNotFound", #"{"interface":"a.b"}"#)
        ),
        (#"{"method":"org.bgrun.Scheduler.Events"}|"#, error("ExpectedMore")),
        (
            #"{"method":"org.bgrun.Scheduler.Logs","parameters":{"identifier":"a","follow":true}}|"#,
            error("ExpectedMore")
        ),
        (
            #"{"method":"org.varlink.service.GetInfo","upgrade":true}|"#,
            error("MethodNotImplemented", #"{"method":"org.varlink.service.GetInfo"}"#)
        ),
    ])
    func `a standard error, and the connection stays`(call: String, expected: String) {
        let said = exchange(call + run)
        #expect(said.answers == [expected, ran])
        #expect(!said.isOver)
    }

    @Test func `calls in the order in which they came`() {
        let said = exchange(run + stop + run)
        #expect(said.answers == [ran, unknown, ran])
    }

    @Test func `messages in pieces of any size, with white space and escapes`() {
        let spaced =
            " {\n\"method\" : \"org.bgrun.Scheduler.R\\u0075n\",\"parameters\":{\"identifier\":\"a\"} }\t|"
        for piece in [1, 2, 3, 7, 100, 130] {
            #expect(exchange(run + spaced + stop, piece: piece).answers == [ran, ran, unknown])
        }
    }

    @Test func `nothing to oneway, not even an error`() {
        let oneway = #","oneway":true}|"#
        for call in [
            run, stop, #"{"method":"org.nowhere.Thing"}|"#, #"{"method":"org.bgrun.Scheduler.Events"}|"#,
        ] {
            #expect(exchange(call.dropLast(2) + oneway + stop).answers == [unknown])
        }
    }

    @Test func `flags that are false as if they were not there`() {
        #expect(
            exchange(run.dropLast(2) + #","oneway":false,"more":false,"upgrade":false}|"#).answers == [ran])
    }

    @Test func `a plain method called with more, once and without continues`() {
        #expect(exchange(run.dropLast(2) + #","more":true}|"#).answers == [ran])
    }

    @Test func `calls with members of vendors`() {
        #expect(exchange(run.dropLast(2) + #","org.example.trace":{"id":7}}|"#).answers == [ran])
    }

    @Test(arguments: [
        "|", "[]|", "null|", "7|", "{|", "}|", "{}|", #"{"parameters":{}}|"#, #"{"method":7}|"#,
        #"{"method":null}|"#, #"{"method":"a.B","method":"a.B"}|"#,
        #"{"method":"a.B","parameters":[]}|"#, #"{"method":"a.B","parameters":"x"}|"#,
        #"{"method":"a.B","more":1}|"#, #"{"method":"a.B","more":null}|"#,
        #"{"method":"a.B","oneway":"yes"}|"#,
        #"{"method":"a.B","more":true,"oneway":true}|"#, #"{"method":"a.B","more":true,"upgrade":true}|"#,
        #"{"method":"a.B","color":"red"}|"#, "{\"method\":\"a.B\u{1}\"}|", #"{"method":"a.B"} x|"#,
    ])
    func `malformed calls by closing, after what came before is answered`(call: String) {
        let said = exchange(run + call + run)
        #expect(said.answers == [ran])
        #expect(said.isOver)
    }

    @Test func `invalid UTF-8, deep nesting and an endless message by closing`() {
        var bytes = Conversation()
        bytes.receive([0x22, 0xFF, 0x22, 0x00])
        #expect(bytes.nextRequest() == nil)
        #expect(bytes.isOver)
        let deep = String(repeating: "[", count: 10_000)
        #expect(exchange(#"{"method":"a.B","parameters":{"x":\#(deep)|"#).isOver)
        var endless = Conversation()
        endless.receive(repeatElement(UInt8(ascii: " "), count: MessageReader.serverLimit + 1))
        #expect(endless.nextRequest() == nil)
        #expect(endless.isOver)
        #expect(endless.fault == .messageTooLong(limit: MessageReader.serverLimit))
    }

    @Test func `a large message`() {
        let padding = String(repeating: " ", count: MessageReader.serverLimit - run.utf8.count + 1)
        #expect(exchange(padding + run).answers == [ran])
    }

    @Test func `a client that only listens any more`() {
        var conversation = Conversation()
        conversation.receive((run + stop + "{\"meth").utf8.map { $0 == UInt8(ascii: "|") ? 0 : $0 })
        conversation.endInput()
        #expect(!conversation.isOver)
        serve(&conversation)
        #expect(!conversation.isOver)
        #expect(answers(&conversation) == [ran, unknown])
        #expect(conversation.isOver)
        #expect(conversation.fault == nil)
    }

    @Test func `bytes without any sense never by a trap`() {
        var random = SeededGenerator(seed: 4)
        let alphabet = Array(#"{}[]":,|0e+-.\u tmethodparametersorg.bgrun.Scheduler.Run more"#)
        for _ in 0..<2000 {
            let noise = String(
                (0..<Int.random(in: 0...60, using: &random)).map { _ in
                    alphabet.randomElement(using: &random) ?? " "
                })
            _ = exchange(noise + "|", piece: 9)
        }
        for _ in 0..<2000 {
            var call = Array(run)
            for _ in 0..<3 {
                call[Int.random(in: 0..<call.count, using: &random)] =
                    alphabet.randomElement(using: &random) ?? " "
            }
            _ = exchange(String(call) + "|", piece: 50)
        }
    }
}

@Suite struct `A stream` {
    private func started(_ call: any SchedulerCall) throws -> Conversation {
        var conversation = Conversation()
        let method = "\(SchedulerInterface.name).\(call.method.rawValue)"
        conversation.receive(Call(method: method, parameters: call.parameters, mode: .more).bytes)
        #expect(conversation.nextRequest() != nil)
        return conversation
    }

    private func logs(_ text: String) -> LogsCall.Reply { LogsCall.Reply(run: RunID(1), text: text) }

    @Test func `occupies its connection until it ends`() throws {
        var conversation = try started(LogsCall(Samples.bareTarget, follow: true))
        conversation.receive(run.utf8.map { $0 == UInt8(ascii: "|") ? 0 : $0 })
        #expect(conversation.nextRequest() == nil)
        conversation.stream(logs("a"))
        conversation.finish(logs("b"))
        serve(&conversation)
        #expect(
            answers(&conversation) == [
                #"{"parameters":{"run":1,"text":"a"},"continues":true}"#,
                #"{"parameters":{"run":1,"text":"b"}}"#,
                ran,
            ])
    }

    @Test func `can end with an error`() throws {
        var conversation = try started(LogsCall(Samples.bareTarget, follow: true))
        conversation.stream(logs("a"))
        conversation.refuse(SchedulerError.shuttingDown)
        #expect(
            answers(&conversation).last == #"{"error":"org.bgrun.Scheduler.ShuttingDown","parameters":{}}"#)
        #expect(!conversation.isOver)
    }

    @Test func `of events is dropped when its client does not read`() throws {
        var conversation = try started(EventsCall())
        let event = EventsCall.Reply(event: Transition(at: Samples.date, Samples.changes[0]))
        var count = 0
        while !conversation.isOver {
            conversation.stream(event)
            #expect(conversation.unsent.count <= Conversation.outputLimit + 1000)
            count += 1
        }
        #expect(count * event.json.bytes().count > Conversation.outputLimit / 2)
        #expect(conversation.unsent.isEmpty)
    }

    @Test func `that nobody wants an answer to stays silent`() {
        var conversation = Conversation()
        conversation.receive(Call(method: "org.bgrun.Scheduler.Status", mode: .oneway).bytes)
        #expect(conversation.nextRequest() != nil)
        conversation.stream(NoFields())
        conversation.begin(ForecastCall.Reply(forecasts: []).object, listing: [["forecasts"]], isLast: false)
        conversation.list("a")
        conversation.endList()
        conversation.finish(NoFields())
        #expect(conversation.unsent.isEmpty)
    }
}

@Suite struct `An answer with long lists` {
    // B-49
    private let lists = [["device", "conditions"], ["jobs"], ["brokenFiles"]]
    private let reply = StatusCall.Reply(daemon: Samples.daemon, device: Samples.bareDevice, jobs: [])

    private func asked(_ mode: Call.Mode) -> Conversation {
        var conversation = Conversation()
        conversation.receive(Call(method: "org.bgrun.Scheduler.Status", mode: mode).bytes)
        #expect(conversation.nextRequest() != nil)
        return conversation
    }

    @Test func `is the same when it is written element by element`() throws {
        var whole = asked(.plain)
        var filled = reply
        filled.device = Samples.device
        filled.jobs = Samples.reports
        whole.finish(filled)
        var parts = asked(.plain)
        var device = Samples.device
        device.conditions = []
        parts.begin(
            StatusCall.Reply(daemon: Samples.daemon, device: device, jobs: []).object, listing: lists,
            isLast: true)
        for condition in Samples.device.conditions { parts.list(condition.json) }
        parts.endList()
        for report in Samples.reports { parts.list(report.json) }
        parts.endList()
        parts.endList()
        #expect(Array(parts.unsent) == Array(whole.unsent))
    }

    @Test func `lets no other call be answered in between`() {
        var conversation = asked(.plain)
        conversation.begin(reply.object, listing: lists, isLast: true)
        conversation.receive(Call(method: "org.bgrun.Scheduler.Doctor", mode: .plain).bytes)
        for _ in lists {
            #expect(conversation.nextRequest() == nil)
            conversation.endList()
        }
        #expect(conversation.nextRequest() != nil)
    }

    @Test func `is one of a stream where it is not the last`() {
        var conversation = asked(.more)
        for _ in 0..<2 {
            conversation.begin(reply.object, listing: lists, isLast: false)
            for _ in lists { conversation.endList() }
        }
        conversation.finish(NoFields())
        let text = String(decoding: conversation.unsent, as: UTF8.self)
        #expect(
            text.split(separator: "\0").map { $0.hasSuffix(#""continues":true}"#) } == [true, true, false])
    }

    /// Writes jobs of which each takes as much as a quarter of a message.
    private func tell(_ count: Int, in conversation: inout Conversation, isLast: Bool) {
        conversation.begin(reply.object, listing: lists, isLast: isLast)
        for condition in Samples.device.conditions { conversation.list(condition.json) }
        conversation.endList()
        for number in 0..<count {
            conversation.list(.string("\(number) " + String(repeating: "x", count: Conversation.part / 4)))
        }
        conversation.endList()
        conversation.list("broken")
        conversation.endList()
    }

    @Test func `comes in parts that say so, and together tell each element once`() throws {
        var conversation = asked(.more)
        tell(9, in: &conversation, isLast: true)
        let messages = try answers(&conversation).map { try Answer(message: Array($0.utf8)) }
        try #require(messages.count == 3)
        var parts: [JSONObject] = []
        for (place, message) in messages.enumerated() {
            switch message {
            case .continues(let part) where place < 2 && part.goesOn, .last(let part) where place == 2:
                parts.append(part)
            case .continues, .last, .error: Issue.record("part \(place) does not say what follows")
            }
        }
        #expect(parts.map { $0["daemon"] != nil } == [true, true, true])
        let whole = JSONObject(joining: parts)
        guard case .array(let jobs)? = whole["jobs"], case .object(let device)? = whole["device"],
            case .array(let conditions)? = device["conditions"]
        else {
            Issue.record("a list is missing")
            return
        }
        #expect(jobs.count == 9 && Set(jobs.map { $0.text() }).count == 9)
        #expect(conditions.count == Samples.device.conditions.count)
        #expect(whole["brokenFiles"] == .array(["broken"]))
        #expect(whole[JSONObject.hasMore] == nil)
        #expect(conversation.nextRequest() == nil)
        conversation.receive(Call(method: "org.bgrun.Scheduler.Doctor", mode: .plain).bytes)
        #expect(conversation.nextRequest() != nil, "it is over with its last part")
    }

    @Test func `in parts is one of a stream where it is not the last`() throws {
        var conversation = asked(.more)
        for _ in 0..<2 { tell(5, in: &conversation, isLast: false) }
        let messages = try answers(&conversation).map { try Answer(message: Array($0.utf8)) }
        let marks = messages.map { message in
            guard case .continues(let part) = message else { return false }
            return part.goesOn
        }
        #expect(marks == [true, false, true, false])
    }

    @Test func `tells what is short once, however many parts there are`() throws {
        var conversation = asked(.more)
        let head: JSONObject = [
            "limits": ["one"], "device": ["notes": ["two"], "network": "no"], "jobs": [],
        ]
        conversation.begin(head, listing: [["jobs"]], isLast: true)
        for _ in 0..<9 { conversation.list(.string(String(repeating: "x", count: Conversation.part / 4))) }
        conversation.endList()
        let parts = try answers(&conversation).map { text in
            switch try Answer(message: Array(text.utf8)) {
            case .last(let part), .continues(let part), .error(_, let part): part
            }
        }
        #expect(parts.count == 3)
        let whole = JSONObject(joining: parts)
        #expect(whole["limits"] == ["one"])
        #expect(whole["device"] == ["notes": ["two"], "network": "no"])
    }

    @Test func `comes whole to a client that takes one message`() {
        var conversation = asked(.plain)
        tell(9, in: &conversation, isLast: true)
        #expect(answers(&conversation).count == 1)
    }

    @Test func `is forgotten with its client`() {
        var conversation = asked(.plain)
        conversation.begin(reply.object, listing: lists, isLast: true)
        conversation.drop()
        conversation.list("a")
        #expect(conversation.unsent.isEmpty && conversation.isOver)
    }
}

@Suite struct `Whether there is a call to take` {
    private func heard(_ text: String) -> Conversation {
        var conversation = Conversation()
        conversation.receive(text.utf8.map { $0 == UInt8(ascii: "|") ? 0 : $0 })
        return conversation
    }

    @Test func `is told by what lies there, and not by what was done last`() {
        var conversation = heard(run + stop)
        #expect(conversation.canTakeCall)
        #expect(conversation.nextRequest() != nil)
        #expect(!conversation.canTakeCall, "an answer is under way")
        conversation.refuse(SchedulerError.notRunning)
        #expect(conversation.canTakeCall)
        #expect(conversation.nextRequest() != nil)
        conversation.finish(NoFields())
        #expect(!conversation.canTakeCall, "nothing lies there")
    }

    @Test func `is no before a call is whole, and while answers are unread`() {
        var conversation = heard(String(run.dropLast(9)))
        #expect(conversation.nextRequest() == nil)
        #expect(!conversation.canTakeCall)
        conversation.receive(run.utf8.suffix(9).map { $0 == UInt8(ascii: "|") ? 0 : $0 } + stop.utf8)
        #expect(conversation.nextRequest() != nil)
        conversation.begin(
            LogsCall.Reply(run: RunID(1), text: "").object, listing: [["text"]], isLast: true)
        conversation.list(text: String(repeating: "x", count: Conversation.busyOutput + 1))
        conversation.endList()
        #expect(!conversation.canTakeCall)
        conversation.sent(conversation.unsent.count)
        #expect(conversation.canTakeCall)
    }

    @Test func `stays yes where the protocol has answered many by itself`() {
        var conversation = heard(
            String(repeating: #"{"method":"a.B"}|"#, count: Conversation.stretch) + run)
        #expect(conversation.nextRequest() == nil)
        #expect(conversation.canTakeCall)
        #expect(conversation.nextRequest() != nil)
    }

    @Test func `is yes at the end of the input until that was looked at`() {
        var conversation = heard("{")
        #expect(conversation.nextRequest() == nil)
        #expect(!conversation.canTakeCall)
        conversation.endInput()
        #expect(conversation.canTakeCall)
        #expect(conversation.nextRequest() == nil)
        #expect(!conversation.canTakeCall)
        #expect(conversation.isOver)
    }
}

@Suite struct `A client that sends and does not read` {
    // B-48
    @Test func `tells how much it keeps, of both`() {
        var conversation = Conversation()
        conversation.receive([UInt8](repeating: UInt8(ascii: "x"), count: 5000))
        #expect(conversation.unreadBytes == 5000)
        #expect(conversation.unsentBytes == 0)
        conversation.drop()
        #expect(conversation.unreadBytes == 0)
        var asking = Conversation()
        asking.receive(Array(#"{"method":"org.bgrun.Scheduler.Conditions"}"#.utf8) + [0])
        serve(&asking)
        #expect(asking.unreadBytes == 0)
        #expect(asking.unsentBytes == asking.unsent.count && asking.unsentBytes > 0)
        asking.sent(asking.unsent.count)
        #expect(asking.unsentBytes == 0)
    }

    @Test func `is made to wait, with bounded memory, and gets every answer in the end`() {
        var conversation = Conversation()
        let call = Array(run.utf8.map { $0 == UInt8(ascii: "|") ? 0 : $0 })
        var sent = 0
        while conversation.wantsInput {
            conversation.receive(call)
            sent += 1
            serve(&conversation)
        }
        #expect(conversation.unsent.count <= Conversation.busyOutput + 1000)
        #expect(sent * call.count <= 3 * MessageReader.serverLimit)
        var answered = 0
        while !conversation.unsent.isEmpty {
            answered += answers(&conversation).count
            serve(&conversation)
        }
        #expect(answered == sent)
    }

    @Test func `that breaks off leaves nothing behind`() {
        var conversation = Conversation()
        conversation.receive(Array("{\"method\":".utf8))
        conversation.drop()
        #expect(conversation.isOver)
        #expect(!conversation.wantsInput)
        #expect(conversation.nextRequest() == nil)
    }
}
