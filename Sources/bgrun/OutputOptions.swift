// The options of every subcommand that prints an answer.
import ArgumentParser
import BGRunJSON
import BGRunWire

/// How the answer is printed.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, for programs.")
    var json = false
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
