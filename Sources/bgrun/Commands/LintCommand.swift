// bgrun lint: read descriptors as strictly as the daemon does, without one.
import ArgumentParser
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire
import Glibc

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Check descriptors; no daemon is needed.")

    @Argument(help: ArgumentHelp("Descriptors to check.", valueName: "file"))
    var files: [String]

    @Flag(help: "Take a warning for an error.")
    var strict = false

    func run() throws {
        var isGood = true
        for file in files where !check(file) { isGood = false }
        if !isGood { throw Failure(.usage, nil) }
    }

    private func check(_ file: String) -> Bool {
        do {
            let descriptor = try DescriptorFile(path: file).descriptor
            let warnings = Self.warnings(of: descriptor, in: file)
            for warning in warnings { Terminal.writeError("\(file.visible): warning: \(warning.visible)\n") }
            Terminal.write(
                "\(file.visible): \(descriptor.identifier) is \(warnings.isEmpty ? "fine" : "valid")\n")
            return warnings.isEmpty || !strict
        } catch {
            Terminal.writeError(error.lines.map { "\(file.visible): \($0)\n" }.joined())
            return false
        }
    }

    /// What is allowed and may still not be meant.
    private static func warnings(of descriptor: JobDescriptor, in file: String) -> [String] {
        var warnings: [String] = []
        let name = file.split(separator: "/").last.map(String.init) ?? file
        if name != "\(descriptor.identifier).json", name != "-" {
            warnings.append("a jobs directory takes it only as \(descriptor.identifier).json; rename it")
        }
        // A job that is switched off may be for a program that is not there yet.
        if descriptor.isEnabled { warnings += Self.warning(of: descriptor.program).map { [$0] } ?? [] }
        return warnings
    }

    private static func warning(of program: JobDescriptor.Program) -> String? {
        let name = program.arguments[0]
        guard name.contains("/") else {
            return "command: \"\(name)\" is looked for on the daemon's PATH; write its full path"
        }
        return unsafe access(name, X_OK) == 0
            ? nil : "command: \"\(name)\" can't be executed here; install it"
    }
}
