// bgrun lint: read descriptors and manifests as strictly as the daemon does, without one, and doubt what may not be meant.
import ArgumentParser
import BGRunJob
import BGRunText
import BGRunWire

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Check descriptors and manifests; no daemon is needed.",
        discussion: """
            What is wrong is an error. What is allowed and may still not be meant is a warning: schedules that \
            never come, that clock changes touch, or that other keys contradict, and requirements that never hold \
            together. What this machine lacks is a note, and so is what a daemon, if one answers, knows of earlier \
            runs: another machine may say otherwise.
            """)

    @Argument(
        help: ArgumentHelp(
            "Descriptors or manifests to check; - reads one from standard input.", valueName: "file"))
    var files: [String]

    @Flag(help: "Take a warning for an error; not so a note.")
    var strict = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var reports: [LintReport] = []
        // What the files before say of the order between jobs.
        var after: [JobIdentifier: [JobIdentifier]] = [:]
        for file in files {
            let report = report(on: file, &after)
            reports.append(report)
            if !output.json { show(report) }
        }
        if output.json { Terminal.write(json: LintReport.json(reports)) }
        let isBad = reports.contains { !$0.mistakes.isEmpty || strict && $0.isDoubtful }
        if isBad { throw Failure(.usage, nil) }
    }

    private func show(_ report: LintReport) {
        if !report.complaints.isEmpty { Terminal.writeError(report.complaints) }
        if let verdict = report.verdict { Terminal.write(sentences: verdict) }
    }

    private func report(on file: String, _ after: inout [JobIdentifier: [JobIdentifier]]) -> LintReport {
        do throws(InputFile.Fault) {
            let input = try InputFile(path: file)
            if input.isManifest {
                let manifest = try ManifestFile(input).manifest
                return LintReport(
                    file: file, application: manifest.application, mistakes: [],
                    warnings: Self.warnings(
                        ofName: file, manifest.application, key: "application",
                        "a directory of applications")
                        + ManifestDoubts(manifest).warnings(daemon))
            }
            let read = try DescriptorFile(input)
            if let mistake = Self.cycle(closedBy: read.descriptor, &after) {
                return LintReport(file: file, mistakes: [mistake], warnings: [])
            }
            return LintReport(
                file: file, identifier: read.descriptor.identifier,
                fingerprint: read.descriptor.fingerprintText,
                mistakes: [],
                warnings: Self.warnings(
                    ofName: file, read.descriptor.identifier, key: "identifier", "a jobs directory")
                    + Doubts(read.descriptor, read.object).warnings(.anyones, daemon))
        } catch {
            return LintReport(file: file, mistakes: error.mistakes, warnings: [])
        }
    }

    /// The circle of jobs that wait for each other which the descriptor closes with the files before it.
    private static func cycle(
        closedBy descriptor: JobDescriptor, _ after: inout [JobIdentifier: [JobIdentifier]]
    ) -> DescriptorMistake? {
        var all = after
        all[descriptor.identifier] = descriptor.order.after
        guard let cycle = OrderCycle.find(through: [descriptor.identifier], after: { all[$0] ?? [] }) else {
            after = all
            return nil
        }
        return DescriptorMistake(
            keyPath: "after", reason: OrderCycle.reason(cycle), advice: OrderCycle.advice)
    }

    private static func warnings(
        ofName file: String, _ identifier: JobIdentifier, key: String, _ directory: String
    ) -> [WarningText] {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        if name == "\(identifier).json" || name == "-" { return [] }
        return [
            WarningText(
                "fileName", at: key, "\(directory) takes the file only as \(identifier).json",
                advice: "rename it")
        ]
    }
}
