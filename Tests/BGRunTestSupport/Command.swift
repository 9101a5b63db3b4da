// Runs a program to its end, with a deadline, and gives back all that it said.
import Foundation

/// What a program that has ended left behind.
package struct Command {
    package let status: Int32
    package let output: String
    package let errors: String

    /// Runs `arguments` and waits; after `deadline` seconds the program is ended and the status is 124.
    ///
    /// The first of `arguments` is looked for on the PATH of `environment`, which replaces the caller's.
    package static func run(
        _ arguments: [String], environment: [String: String]? = nil, directory: String? = nil,
        input: String = "", deadline: Int = 60
    ) throws -> Command {
        let scratch = try ScratchDirectory()
        // `timeout` ends the program at the deadline. Files, not pipes: a program that fills one stream while nobody
        // reads it can't block. Not Foundation's Process: its wait hangs when several run at once.
        let move = directory.map { ["env", "--chdir=\($0)"] } ?? []
        let child = try ChildProcess(
            "/usr/bin/timeout", ["--kill-after=5", String(deadline)] + move + arguments,
            environment: environment ?? ProcessInfo.processInfo.environment,
            input: try scratch.file("input", input), output: try scratch.file("output", ""),
            errors: try scratch.file("errors", ""))
        return Command(
            status: child.wait(seconds: Int64(deadline) + 10) ?? 124, output: try scratch.text("output"),
            errors: try scratch.text("errors"))
    }
}
