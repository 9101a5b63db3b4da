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
        let process = Process()
        // `timeout` watches the clock, so nothing here has to.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=5", String(deadline)] + arguments
        process.environment = environment ?? ProcessInfo.processInfo.environment
        if let directory { process.currentDirectoryURL = URL(filePath: directory) }
        // Files, not pipes: a program that fills one stream while nobody reads it can't block.
        process.standardInput = try FileHandle(
            forReadingFrom: URL(filePath: scratch.file("input", input)))
        process.standardOutput = try FileHandle(
            forWritingTo: URL(filePath: scratch.file("output", "")))
        process.standardError = try FileHandle(
            forWritingTo: URL(filePath: scratch.file("errors", "")))
        try process.run()
        process.waitUntilExit()
        return Command(
            status: process.terminationStatus, output: try scratch.text("output"),
            errors: try scratch.text("errors"))
    }
}
