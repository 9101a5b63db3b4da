// bgrun lint: read descriptors as strictly as the daemon does, without one, and doubt what may not be meant.
import ArgumentParser
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Check descriptors; no daemon is needed.",
        discussion: """
            What is wrong is an error. What is allowed and may still not be meant is a warning: schedules that \
            never come, that clock changes touch, or that other keys contradict.
            """)

    @Argument(help: ArgumentHelp("Descriptors to check; - reads one from standard input.", valueName: "file"))
    var files: [String]

    @Flag(help: "Take a warning for an error.")
    var strict = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        let now = WallTime(microseconds: Clock.read(.realtime))
        var reports: [LintReport] = []
        for file in files {
            let report = Self.report(on: file, at: now)
            reports.append(report)
            if !output.json { show(report) }
        }
        if output.json { Terminal.write(json: LintReport.json(reports)) }
        let isBad = reports.contains { !$0.mistakes.isEmpty || strict && !$0.warnings.isEmpty }
        if isBad { throw Failure(.usage, nil) }
    }

    private func show(_ report: LintReport) {
        if !report.complaints.isEmpty { Terminal.writeError(report.complaints) }
        if let verdict = report.verdict { Terminal.write(verdict) }
    }

    private static func report(on file: String, at now: WallTime) -> LintReport {
        do throws(DescriptorFile.Fault) {
            let descriptor = try DescriptorFile(path: file).descriptor
            let review = DescriptorReview(
                descriptor, zones: MachineZones.known(for: descriptor), now: now)
            return LintReport(
                file: file, identifier: descriptor.identifier, mistakes: [],
                warnings: warnings(of: descriptor, in: file) + review.warnings.map { WarningText($0) })
        } catch {
            return LintReport(file: file, identifier: nil, mistakes: error.mistakes, warnings: [])
        }
    }

    /// What the file's name and this machine's programs say.
    private static func warnings(of descriptor: JobDescriptor, in file: String) -> [WarningText] {
        var warnings: [WarningText] = []
        let name = file.split(separator: "/").last.map(String.init) ?? file
        if name != "\(descriptor.identifier).json", name != "-" {
            warnings.append(
                WarningText(
                    "fileName", at: "identifier",
                    "a jobs directory takes the file only as \(descriptor.identifier).json",
                    advice: "rename it"))
        }
        // A job that is switched off may be for a program that is not there yet.
        if descriptor.isEnabled, let warning = warning(of: descriptor.program) { warnings.append(warning) }
        return warnings
    }

    private static func warning(of program: JobDescriptor.Program) -> WarningText? {
        let name = program.arguments[0]
        guard name.contains("/") else {
            return WarningText(
                "program", at: "command", "\"\(name)\" is looked for on the daemon's PATH",
                advice: "write its full path")
        }
        if unsafe access(name, X_OK) == 0 { return nil }
        return WarningText(
            "program", at: "command", "\"\(name)\" can't be executed here", advice: "install it")
    }
}
