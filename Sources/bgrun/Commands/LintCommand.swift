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
            let found = self.reports(on: file, &after)
            reports += found
            if !output.json { found.forEach(show) }
        }
        if output.json { Terminal.write(json: LintReport.json(reports)) }
        let isBad = reports.contains { !$0.mistakes.isEmpty || strict && $0.isDoubtful }
        if isBad { throw Failure(.usage, nil) }
    }

    private func show(_ report: LintReport) {
        if !report.complaints.isEmpty { Terminal.writeError(report.complaints) }
        if let verdict = report.verdict { Terminal.write(sentences: verdict) }
    }

    /// One of a file, and of a template one for each of its jobs.
    private func reports(
        on file: String, _ after: inout [JobIdentifier: [JobIdentifier]]
    ) -> [LintReport] {
        do throws(InputFile.Fault) {
            let input = try InputFile(path: file)
            if input.isManifest {
                let manifest = try ManifestFile(input).manifest
                return [
                    LintReport(
                        file: file, application: manifest.application, mistakes: [],
                        warnings: Self.warnings(
                            ofName: file, manifest.application.text, key: "application",
                            "a directory of applications")
                            + ManifestDoubts(manifest).warnings(daemon))
                ]
            }
            let all = try DescriptorFile.all(in: input)
            // They come together, so each may name the others.
            let jobs = Set(all.compactMap(\.instance))
            return all.map { read in
                switch read.file {
                case .success(let descriptor):
                    report(on: descriptor, file, read.instance, beside: jobs, &after)
                case .failure(let fault):
                    LintReport(
                        file: file, instance: read.instance, mistakes: fault.mistakes, warnings: [])
                }
            }
        } catch {
            return [LintReport(file: file, mistakes: error.mistakes, warnings: [])]
        }
    }

    private func report(
        on read: DescriptorFile, _ file: String, _ instance: JobIdentifier?,
        beside jobs: Set<JobIdentifier>, _ after: inout [JobIdentifier: [JobIdentifier]]
    ) -> LintReport {
        let identifier = read.descriptor.identifier
        if let mistake = Self.cycle(closedBy: read.descriptor, &after) {
            return LintReport(file: file, instance: instance, mistakes: [mistake], warnings: [])
        }
        let name = instance?.template ?? identifier.text
        return LintReport(
            file: file, instance: instance, identifier: identifier,
            fingerprint: read.descriptor.fingerprintText, mistakes: [],
            warnings: Self.warnings(ofName: file, name, key: "identifier", "a jobs directory")
                + Doubts(read.descriptor, read.object).warnings(
                    .anyones, daemon, beside: jobs, isAsking: true))
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
        ofName file: String, _ identifier: String, key: String, _ directory: String
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
