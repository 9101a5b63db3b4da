// What a report tells: values of the wire and of the record, put together by whoever asked for them.
import BGRunCalendar
import BGRunJob

/// All that is on the page.
package struct ReportContent: Sendable {
    /// A job, with what it went through.
    package struct Job: Sendable {
        package var timeline: JobTimeline
        /// What the owner is called, where the reader has to be told.
        package var owner: String?
        /// Nil of a job that has left.
        package var state: JobState?
        /// What it does or waits for, in one phrase.
        package var phrase: String
        /// What is wrong with it, in the words of `status`; of one that has left, how it failed.
        package var troubles: [String]
        /// Since when its run stands still.
        package var frozenSince: WallTime?
        package var forecast: Forecast?
        /// The end of what runs have written, by their numbers.
        package var logs: [(run: RunID, text: String)]

        package init(
            _ timeline: JobTimeline, owner: String? = nil, state: JobState? = nil, phrase: String = "",
            troubles: [String] = [], frozenSince: WallTime? = nil, forecast: Forecast? = nil,
            logs: [(run: RunID, text: String)] = []
        ) {
            self.timeline = timeline
            self.owner = owner
            self.state = state
            self.phrase = phrase
            self.troubles = troubles
            self.frozenSince = frozenSince
            self.forecast = forecast
            self.logs = logs
        }
    }

    /// The machine's name.
    package var host: String
    package var version: String
    package var machine: MachineTimeline
    /// How likely each of the machine's lanes holds in the hours of a week, by the lane's text.
    package var chances: [String: HourChances]
    package var jobs: [Job]
    /// What is wrong with the daemon.
    package var headlines: [String]

    package init(
        host: String, version: String, machine: MachineTimeline, chances: [String: HourChances] = [:],
        jobs: [Job], headlines: [String] = []
    ) {
        self.host = host
        self.version = version
        self.machine = machine
        self.chances = chances
        self.jobs = jobs
        self.headlines = headlines
    }
}
