// What a notice offers, and the words of bgrun that do it.
import BGRunJob

/// Something that the reader of a notice may do about it at once.
enum NoticeAction: String, CaseIterable {
    /// Start it, whatever it requires.
    case run
    /// Start it once more, if it may.
    case again
    case enable
    case stop
    case snooze
    case why
    /// The last lines of what it wrote.
    case output

    var label: String {
        switch self {
        case .run: "Run anyway"
        case .again: "Run again"
        case .enable: "Enable"
        case .stop: "Stop"
        case .snooze: "Tell me tomorrow"
        case .why: "Why?"
        case .output: "Show output"
        }
    }

    /// As its owner would type it, by the whole name: the job may have left, and another one's name hold its own.
    func arguments(for job: JobIdentifier) -> [String] {
        switch self {
        case .run: ["run", job.text, "--force", "--exact"]
        case .again: ["run", job.text, "--exact"]
        case .enable: ["enable", job.text, "--exact"]
        case .stop: ["stop", job.text, "--exact"]
        case .snooze: ["snooze", job.text, "--for", "1d", "--exact"]
        case .why: ["why", job.text, "--exact"]
        case .output: ["logs", job.text, "-n", "20", "--exact"]
        }
    }

    /// Whether it only tells: what else is offered is wanted as before.
    var onlyTells: Bool { self == .why || self == .output }

    /// What helps against what is told, the likeliest first.
    static func all(for notice: Notice) -> [NoticeAction] {
        switch notice.reason {
        // There is nothing to be run again of what has left.
        case .failed where notice.isLast: [.output]
        case .overdue, .notRun: [.run, .snooze, .why]
        case .cannotStart: [.why, .snooze]
        case .failed(_, isDisabled: false): [.again, .output]
        case .failed(_, isDisabled: true): [.enable, .output]
        case .overruns: [.stop, .output]
        case .recovered, .succeeded: []
        }
    }
}
