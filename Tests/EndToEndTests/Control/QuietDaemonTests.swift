// Every method, each way of calling it, with other calls before and behind it: nothing but the client wakes the daemon.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunWire

/// A call as it is written, and what is to be expected of it.
private struct Sentence {
    let bytes: String
    /// Whether anything answers it.
    let isAnswered: Bool

    /// - Parameter mode: `plain`, `more` or `oneway`.
    init(_ method: String, _ parameters: JSONObject = [:], _ mode: Call.Mode = .plain) {
        bytes = String(
            decoding: Call(method: method, parameters: parameters, mode: mode).bytes, as: UTF8.self)
        isAnswered = mode != .oneway
    }

    init(_ method: SchedulerMethod, _ parameters: JSONObject, _ mode: Call.Mode) {
        self.init("\(SchedulerInterface.name).\(method.rawValue)", parameters, mode)
    }

    /// Refused by the daemon in the moment in which it is read.
    static let refused = Sentence(.submit, ["descriptor": [:]], .plain)
    /// Answered by the protocol alone.
    static let unknown = Sentence("\(SchedulerInterface.name).Nothing")
    static let greeting = Sentence("org.varlink.service.GetInfo")
}

extension SchedulerMethod {
    /// What it takes, by the table of methods: a value for whatever has to be there, and for what says which job is meant.
    fileprivate func parameters(of job: String) throws -> JSONObject {
        let values: JSONObject = [
            "identifier": .string(self == .wait || self == .logs ? "past" : job),
            "descriptor": [
                "identifier": .string(job), "shell": "exit 0", "earliestBeginDate": "+1d",
                "requires": ["pathExists": "/nonexistent"],
            ],
            "what": "launch", "conditions": ["externalPower": "off"], "percent": 40, "duration": "1s",
            "descriptors": [["identifier": .string(job), "shell": "exit 0", "earliestBeginDate": "+1d"]],
            "identifiers": ["past"], "at": "2026-01-01T00:00:00Z",
        ]
        var parameters = JSONObject()
        for member in row.input {
            if let value = values[member.name] {
                parameters[member.name] = value
            } else {
                try #require(
                    member.spelling.hasPrefix("?"), "this test has no value for \(member.name) of \(rawValue)"
                )
            }
        }
        return parameters
    }

    /// Whether a call of it goes on for as long as the client listens.
    fileprivate func isEndless(_ parameters: JSONObject, _ mode: Call.Mode) throws -> Bool {
        switch try request(parameters, mode.delivery) {
        case .events, .stream(.status), .stream(.conditions): true
        case .command, .query, .stream(.logs), nil: false
        }
    }
}

@Suite struct `A daemon that nothing else wakes` {
    private static let modes: [Call.Mode] = [.plain, .more, .oneway]

    /// With a job that has ended and left a few hundred kilobytes of output.
    private func start(_ policy: String = "{}", writing bytes: Int = 300_000) throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        try daemon.scratch.file("policy.json", policy)
        try daemon.start()
        try daemon.submit(["identifier": "past", "shell": .string("yes 0123456789abcde | head -c \(bytes)")])
        #expect(try daemon.wait("past").outcome == .succeeded)
        return daemon
    }

    private func bring(_ job: String, to daemon: DaemonFixture) throws {
        try daemon.submit(SchedulerMethod.submit.parameters(of: job)["descriptor"]?.object ?? [:])
    }

    // B-49
    @Test(arguments: SchedulerMethod.allCases)
    func `answers each method in each mode, and what stands before and behind it`(method: SchedulerMethod)
        throws
    {
        let daemon = try start(writing: 10)
        for mode in Self.modes {
            try bring("later", to: daemon)
            let parameters = try method.parameters(of: "later")
            let call = Sentence(method, parameters, mode)
            let line = try Line(to: daemon.socket)
            let opening = [Sentence.refused, .unknown]
            guard try !method.isEndless(parameters, mode) else {
                try line.say((opening + [call]).map(\.bytes).joined())
                #expect(try line.answers(to: 2).count == 2)
                // Of changes there are none yet.
                if method != .events { #expect(try line.message()?.continues == true) }
                continue
            }
            let calls = opening + [call] + opening + [call, .refused, call, .greeting]
            try line.say(calls.map(\.bytes).joined())
            let expected = calls.count(where: \.isAnswered)
            let answers = try line.answers(to: expected)
            try #require(answers.count { !$0.continues } == expected, "\(method.rawValue), \(mode)")
            #expect(answers.first?.text.contains("InvalidDescriptor") == true)
            #expect(answers.last?.text.contains("org.varlink.service") == true)
            #expect(
                !answers.contains { $0.text.contains("InvalidParameter") },
                "\(method.rawValue) was not understood")
        }
        #expect(try daemon.stop() == 0)
    }

    /// Modes and whether the run is followed to its end.
    private static let readings: [(Call.Mode, Bool)] = [(.plain, false), (.more, false), (.more, true)]

    // B-49
    @Test(arguments: readings) func `tells 16 MiB of output, and answers what stands behind`(
        mode: Call.Mode, follows: Bool
    ) throws {
        let size = 16 << 20
        let daemon = try start(#"{"outputLimit": "17M"}"#, writing: size)
        let line = try Line(to: daemon.socket)
        let logs = Sentence(.logs, ["identifier": "past", "follow": .bool(follows)], mode)
        let calls: [Sentence] = [.refused, logs, .unknown, .refused, logs, .greeting]
        try line.say(calls.map(\.bytes).joined())
        let answers = try line.answers(to: calls.count)
        #expect(answers.count { !$0.continues } == calls.count)
        let texts = try answers.compactMap { try text(in: $0) }
        #expect(mode == .plain ? texts.count == 2 : texts.count > 500)
        #expect(texts.reduce(0) { $0 + $1.utf8.count } == 2 * size)
        #expect(try daemon.stop() == 0)
    }

    /// The output in an answer; nil where it is none of `Logs`.
    private func text(in message: Line.Message) throws -> String? {
        let answer = try JSONSerialization.jsonObject(with: Data(message.bytes)) as? [String: Any]
        return (answer?["parameters"] as? [String: Any])?["text"] as? String
    }

    // B-49
    @Test(arguments: 0..<12) func `answers all calls, however they are mixed and cut`(seed: Int) throws {
        let daemon = try start()
        try bring("later", to: daemon)
        var random = SeededGenerator(seed: UInt64(seed))
        var calls: [Sentence] = []
        while calls.count < 60 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: calls.append(Bool.random(using: &random) ? .refused : .unknown)
            default:
                let method = SchedulerMethod.allCases.randomElement(using: &random) ?? .status
                let mode = Self.modes.randomElement(using: &random) ?? .plain
                let parameters = try method.parameters(of: "later")
                if try !method.isEndless(parameters, mode) {
                    calls.append(Sentence(method, parameters, mode))
                }
            }
        }
        calls.append(.greeting)
        let line = try Line(to: daemon.socket)
        var rest = calls.map(\.bytes).joined()[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...6000, using: &random))
            try line.say(String(piece))
            rest = rest.dropFirst(piece.count)
        }
        let expected = calls.count(where: \.isAnswered)
        let answers = try line.answers(to: expected)
        #expect(answers.count { !$0.continues } == expected)
        #expect(answers.last?.text.contains("org.varlink.service") == true)
        #expect(try daemon.stop() == 0)
    }
}

extension JSONValue {
    fileprivate var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }
}
