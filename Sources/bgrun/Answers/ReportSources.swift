// What a report needs beside the recorded past: logs, forecasts, names.
import BGRunCalendar
import BGRunClient
import BGRunForecast
import BGRunJob
import BGRunLinux
import BGRunReport
import BGRunText
import BGRunWire

/// Asks for what is shown beside what jobs went through.
struct ReportSources {
    /// The end of an output, so much of it.
    private static let logBytes = 1200
    /// Logs are asked for one by one, so of so many jobs.
    private static let mostLogs = 200
    /// What a run has written comes whole, so of more than this it is not asked again.
    private static let mostRead = 8 << 20

    private let past: RecordedPast
    private let call: CallOptions

    init(_ past: RecordedPast, _ call: CallOptions) {
        self.past = past
        self.call = call
    }

    /// - Parameter isWhole: Also with what only the page shows.
    func content(showing isWhole: Bool, _ clock: LocalClock) throws -> ReportContent {
        let reports = Dictionary(past.reports.map { ($0.id, $0) }) { first, _ in first }
        var connection = try call.daemon.connect()
        let forecasts = isWhole ? (try? connection.call(ForecastCall()))?.forecasts ?? [] : []
        let guesses = Dictionary(forecasts.map { ($0.job, $0) }) { first, _ in first }
        let areOwnersShown = Words.owners.areShown(past.jobs.map(\.job.owner))
        var read = 0
        let jobs = past.jobs.enumerated().map { index, timeline in
            let report = reports[timeline.job]
            let asksLogs = isWhole && index < Self.mostLogs && read < Self.mostRead
            return ReportContent.Job(
                timeline, owner: areOwnersShown ? Words.name(of: timeline.job.owner) : nil,
                state: report?.state, phrase: report.map { JobText.phrase(of: $0, clock: clock) } ?? "",
                troubles: troubles(report, timeline.job, clock), frozenSince: report?.run?.freeze?.since,
                forecast: guesses[timeline.job], logs: asksLogs ? logs(of: timeline, &connection, &read) : [])
        }
        // What somebody should see to comes first.
        let sorted = jobs.filter { !$0.troubles.isEmpty } + jobs.filter(\.troubles.isEmpty)
        return ReportContent(
            host: Machine.hostName ?? "this machine",
            version: past.daemon?.version ?? ServiceIdentity.bgrun.version,
            machine: past.machine, chances: past.chances, jobs: sorted,
            headlines: past.daemon.map { Checkup(call.daemon).completed($0).headlines } ?? [])
    }

    private func troubles(_ report: JobReport?, _ job: JobID, _ clock: LocalClock) -> [String] {
        if let report { return JobText.troubles(of: report, clock: clock) }
        let end = past.ended.first { $0.job == job }?.entry
        return [end.flatMap { EndedText($0, clock: clock).trouble }].compactMap(\.self)
    }

    /// Of the last run, and of the last one that did not succeed. What is not kept any more is left out.
    private func logs(
        of timeline: JobTimeline, _ connection: inout Connection, _ read: inout Int
    ) -> [(run: RunID, text: String)] {
        let bad = timeline.runs.last { $0.outcome != .succeeded }?.run
        var found: [(run: RunID, text: String)] = []
        for run in [timeline.runs.last?.run, bad].compactMap(\.self)
        where !found.contains(where: { $0.run == run }) {
            let target = Target(identifier: timeline.job.identifier, owner: timeline.job.owner)
            guard let reply = try? connection.call(LogsCall(target, run: run)) else { continue }
            read += reply.text.utf8.count
            if !reply.text.isEmpty { found.append((run, Self.tail(of: reply.text))) }
        }
        return found
    }

    /// Whole lines where there are some.
    private static func tail(of text: String) -> String {
        guard text.utf8.count > logBytes else { return text }
        let end = String(decoding: text.utf8.suffix(logBytes), as: UTF8.self)
        guard let line = end.firstIndex(of: "\n"), line != end.index(before: end.endIndex) else {
            return "…" + end
        }
        return "…" + end[line...]
    }
}
