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
            runs: another machine may say otherwise. What several files have alike is said once, behind all of them. \
            Directories and lists are taken as by submit.
            """)

    @Argument(
        help: ArgumentHelp(
            "Descriptors or manifests to check, directories or lists of them (.jsonl); - reads standard input.",
            valueName: "file"), completion: .file())
    var files: [String]

    @Flag(help: "Take a warning for an error; not so a note.")
    var strict = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let texts = files.flatMap(LintedText.all)
        // They come together, so each may name the others.
        let jobs = Set(texts.flatMap(\.jobs))
        var reports: [LintReport] = []
        var company = LintedCompany(jobs, daemon)
        for text in texts { reports += self.reports(on: text, &company) }
        if output.json { Terminal.write(json: LintReport.json(reports)) } else { show(reports) }
        let isBad = reports.contains { !$0.mistakes.isEmpty || strict && $0.isDoubtful }
        if isBad { throw Failure(.usage, nil) }
    }

    /// File by file, and then what several have alike.
    private func show(_ reports: [LintReport]) {
        func say(_ lines: [String]) {
            if !lines.isEmpty { Terminal.writeError(lines.map { "\($0)\n" }.joined()) }
        }
        let lines = WarningLines(reports.map { .init(file: $0.file, label: $0.label, $0.warnings) })
        for (report, own) in zip(reports, lines.own) {
            say(report.mistakes.map { "\(report.label.visible): \($0.text.visible)" } + own)
            if let verdict = report.verdict { Terminal.write(sentences: verdict) }
        }
        say(lines.shared)
    }

    /// One of a text, and of a template one for each of its jobs.
    private func reports(on text: LintedText, _ company: inout LintedCompany) -> [LintReport] {
        switch text.content {
        case .manifest(let manifest):
            [
                LintReport(
                    file: text.label, application: manifest.application,
                    mistakes: company.mistakes(of: manifest),
                    warnings: Self.warnings(
                        ofName: text.fileName, manifest.application.text, key: "application",
                        "a directory of applications") + ManifestDoubts(manifest).warnings(daemon))
            ]
        case .descriptors(let all):
            all.map { read in
                switch read.file {
                case .success(let descriptor):
                    report(on: descriptor, text, read.instance, &company)
                case .failure(let fault):
                    LintReport(
                        file: text.label, instance: read.instance, mistakes: fault.mistakes, warnings: [])
                }
            }
        case .broken(let fault): [LintReport(file: text.label, mistakes: fault.mistakes, warnings: [])]
        }
    }

    private func report(
        on read: DescriptorFile, _ text: LintedText, _ instance: JobIdentifier?,
        _ company: inout LintedCompany
    ) -> LintReport {
        let identifier = read.descriptor.identifier
        let mistakes = company.mistakes(of: read.descriptor)
        if !mistakes.isEmpty {
            return LintReport(file: text.label, instance: instance, mistakes: mistakes, warnings: [])
        }
        let name = instance?.template ?? identifier.text
        return LintReport(
            file: text.label, instance: instance, identifier: identifier,
            fingerprint: read.descriptor.fingerprintText, mistakes: [],
            warnings: Self.warnings(ofName: text.fileName, name, key: "identifier", "a jobs directory")
                + company.warnings(of: read.descriptor)
                + Doubts(read.descriptor, read.object).warnings(
                    .anyones, daemon, beside: company.jobs, isAsking: true))
    }

    private static func warnings(
        ofName name: String?, _ identifier: String, key: String, _ directory: String
    ) -> [WarningText] {
        guard let name, name != "\(identifier).json" else { return [] }
        return [
            WarningText(
                "fileName", at: key, "\(directory) takes the file only as \(identifier).json",
                advice: "rename it")
        ]
    }
}
