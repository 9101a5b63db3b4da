// What a hook is told of an end: in its environment for programs, on its standard input for people.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunScheduler

/// The end of an occurrence in words.
struct HookMessage {
    /// The last lines of a run's output, and no longer ones.
    private static let mostLines = 50
    private static let longestText = 16 << 10
    private static let longestLine = 400

    /// To be added to the owner's environment.
    let environment: [String: String]
    private let text: String

    /// As the command reads it: a headline, what is known of the run, and the end of what it wrote.
    var bytes: [UInt8] { Array(text.utf8) }

    /// - Parameters:
    ///   - output: The end of what the run has written.
    ///   - zone: Whose clocks the owner reads; nil for UTC.
    init(_ call: HookCall, output: [UInt8], machine: String?, in zone: Zone?) {
        let summary = Self.summary(of: call) { NoticeText.text(of: $0, in: zone) }
        environment = Self.environment(of: call, summary)
        let rows = Self.rows(of: call, machine) { NoticeText.text(of: $0, in: zone) }
        let width = rows.map(\.name.count).max() ?? 0
        let facts = rows.map { row in
            "\(row.name):" + String(repeating: " ", count: width - row.name.count + 1) + row.text
        }
        let written = Self.lines(of: output)
        let end =
            written.isEmpty ? ["It has written nothing."] : ["The last it has written:", ""] + written
        text = ([summary, ""] + facts + [""] + end).map { $0 + "\n" }.joined()
    }

    private static func summary(of call: HookCall, date: (WallTime) -> String) -> String {
        let name = call.entry.title ?? call.job.identifier.text
        let words =
            switch call.kind {
            case .onFailure:
                (call.failing?.words(date: date) ?? "failed") + (call.isDisabled ? ", and is disabled" : "")
            case .onRecovery:
                switch call.failing?.count {
                case nil, 1?: "succeeded after a failure"
                case let count?: "succeeded after \(count) failures in a row"
                }
            case .onSuccess: "succeeded"
            }
        return PlainText.line("\(name) \(words)", limit: longestLine)
    }

    private static func rows(
        of call: HookCall, _ machine: String?, date: (WallTime) -> String
    ) -> [(name: String, text: String)] {
        let entry = call.entry
        var rows = [(name: "job", text: call.job.identifier.text)]
        if let machine { rows.append(("machine", PlainText.line(machine, limit: longestLine))) }
        rows.append(("run", "\(entry.run)\(entry.isSimulated ? ", simulated" : "")"))
        rows.append(("outcome", entry.outcome.rawValue))
        if let exit = entry.exit { rows.append(("exit", exit.words)) }
        if let failure = entry.failure {
            rows.append(("reason", PlainText.line(failure, limit: longestLine)))
        }
        if let attempt = entry.attempt { rows.append(("attempt", "\(attempt.number) of \(attempt.most)")) }
        rows.append(("due", date(entry.due)))
        rows.append(("started", date(entry.started)))
        rows.append(("ended", date(entry.ended)))
        if let duration = entry.duration { rows.append(("took", duration.rounded)) }
        return rows
    }

    /// The last lines, without what is no plain text. The first of what there is may lack its beginning.
    private static func lines(of output: [UInt8]) -> [String] {
        let text = PlainText.lines(String(decoding: output, as: UTF8.self), limit: longestText)
        return text.split(separator: "\n", omittingEmptySubsequences: false).drop(while: \.isEmpty)
            .reversed().drop(while: \.isEmpty).prefix(mostLines).reversed().map(String.init)
    }

    private static func environment(of call: HookCall, _ summary: String) -> [String: String] {
        let entry = call.entry
        var variables: [String: String] = [:]
        // What begins so is ours to say: the marks of processes are among it.
        for variable in call.environment where !variable.name.hasPrefix("BGRUN_") {
            variables[variable.name] = variable.value
        }
        variables["BGRUN_HOOK"] = call.kind.rawValue
        variables["BGRUN_IDENTIFIER"] = call.job.identifier.text
        variables["BGRUN_INSTANCE"] = call.job.identifier.instance
        variables["BGRUN_TITLE"] = entry.title.map { PlainText.line($0, limit: longestLine) }
        variables["BGRUN_SUMMARY"] = summary
        variables["BGRUN_RUN_NUMBER"] = "\(entry.run)"
        variables["BGRUN_OUTCOME"] = entry.outcome.rawValue
        switch entry.exit {
        case .code(let code): variables["BGRUN_EXIT_CODE"] = "\(code)"
        case .signal(let number): variables["BGRUN_EXIT_SIGNAL"] = "\(number)"
        case .lost, .completed, .abandoned, nil: break
        }
        variables["BGRUN_REASON"] = entry.failure.map { PlainText.line($0, limit: longestLine) }
        variables["BGRUN_DUE"] = entry.due.rfc3339
        variables["BGRUN_STARTED"] = entry.started.rfc3339
        variables["BGRUN_ENDED"] = entry.ended.rfc3339
        variables["BGRUN_FAILURES"] = "\(call.failing?.count ?? 0)"
        variables["BGRUN_FAILING_SINCE"] = call.failing?.since.rfc3339
        if call.isDisabled { variables["BGRUN_DISABLED"] = "1" }
        return variables
    }
}
