// The options of every subcommand that calls a daemon and prints its answer.
import ArgumentParser
import BGRunClient
import BGRunJSON
import BGRunWire

/// How the answer is printed.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, for programs.")
    var json = false

    @Flag(help: "Write at once what is longer than the terminal, and not in $PAGER.")
    var noPager = false
}

/// The options of every subcommand that makes a call.
struct CallOptions: ParsableArguments {
    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    /// Makes a call and prints its answer: as JSON, or as `print` does it for people.
    ///
    /// - Parameter asLine: It is one of several answers, so that each is a line of JSON.
    func show<Call: InterfaceCall>(
        _ call: Call, asLine: Bool = false, by print: (Call.Reply) throws -> Void
    ) throws {
        var connection = try daemon.connect()
        let reply = try daemon.naming { try connection.call(call) }
        try show(reply, asLine: asLine, by: print)
    }

    /// The same for an answer that is a few words.
    func show<Call: InterfaceCall>(
        _ call: Call, asLine: Bool = false, _ words: (Call.Reply) throws -> String
    ) throws {
        try show(call, asLine: asLine, by: { Terminal.write(sentences: try words($0)) })
    }

    /// Prints an answer.
    func show<Reply: WireObject>(_ reply: Reply, asLine: Bool, by print: (Reply) throws -> Void) throws {
        guard output.json else { return try print(reply) }
        if asLine { Terminal.writeLine(json: reply) } else { Terminal.write(json: reply) }
    }

    /// Makes a call that is answered by a stream, and hands over each answer.
    func follow<Call: InterfaceCall>(_ call: Call, _ take: (Call.Reply) throws -> Void) throws {
        var connection = try daemon.connect()
        try connection.stream(call)
        while true {
            let reply = try daemon.naming { try connection.receive(Call.self, until: nil) }
            try take(reply.value)
            if case .last = reply { return }
        }
    }
}

extension Terminal {
    /// An answer as JSON: its own shape, unchanged.
    static func write(json answer: some WireObject) {
        write(answer.json.text(layout: .pretty) + "\n")
    }

    /// What was found out without a daemon.
    static func write(json value: JSONValue) {
        write(value.text(layout: .pretty) + "\n")
    }

    /// An answer of a stream, on one line.
    static func writeLine(json answer: some WireObject) {
        write(answer.json.text(layout: .compact) + "\n")
    }
}
