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

    init?(key: String) { self.init(rawValue: key) }

    var label: String {
        switch self {
        case .run: "Run anyway"
        case .again: "Run again"
        case .enable: "Enable"
        case .stop: "Stop it"
        case .snooze: "Tell me tomorrow"
        case .why: "Why?"
        case .output: "What it wrote"
        }
    }

    /// As its owner would type it.
    func arguments(for job: JobIdentifier) -> [String] {
        switch self {
        case .run: ["run", job.text, "--force"]
        case .again: ["run", job.text]
        case .enable: ["enable", job.text]
        case .stop: ["stop", job.text]
        case .snooze: ["snooze", job.text]
        case .why: ["why", job.text]
        case .output: ["logs", job.text, "-n", "20"]
        }
    }

    /// What helps against what is told, the likeliest first.
    static func all(for reason: Notice.Reason) -> [NoticeAction] {
        switch reason {
        case .overdue, .notRun: [.run, .snooze, .why]
        case .failed(_, isDisabled: false): [.again, .output]
        case .failed(_, isDisabled: true): [.enable, .output]
        case .overruns: [.stop, .output]
        case .recovered, .succeeded: []
        }
    }
}
