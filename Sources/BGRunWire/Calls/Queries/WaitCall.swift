// Wait: be told how a job's current occurrence ends.
import BGRunCalendar
import BGRunJob

/// Asks to be answered when the current occurrence of a job has ended, or one run of it.
package struct WaitCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .wait }
    package var target: Target
    /// An occurrence that has ended since then is told of at once, where none is due.
    package var since: WallTime?
    /// The end of the run that is active, or comes next, is enough.
    package var isOneRun: Bool

    package var isAnsweredAtOnce: Bool { false }

    package init(_ target: Target, since: WallTime? = nil, isOneRun: Bool = false) {
        self.target = target
        self.since = since
        self.isOneRun = isOneRun
    }

    package static let wire = WireTable<WaitCall>(
        .keys(Target.wire, \.target),
        .key(
            "since", .optional(.date), \.since,
            "an occurrence that has ended since then is told of at once, where none is due (with oneRun: where no run is active): for who has submitted the job then"
        ),
        .usual(
            "oneRun", .bool, else: false, \.isOneRun,
            "the end of the run that is active, or comes next, is enough, also where its occurrence goes on"),
        make: { WaitCall($0, since: $1, isOneRun: $2) })

    /// How the occurrence ended, and the run that ended it; no run where it was cancelled before it had one.
    package struct Reply: WireObject, Hashable {
        package var outcome: Outcome
        package var run: RunID?
        package var stopReason: StopReason?
        package var ended: WallTime?

        package static let wire = WireTable<Reply>(
            .key("outcome", .named, \.outcome), .key("run", .optional(.run), \.run),
            .key("stopReason", .optional(.stopReason), \.stopReason),
            .key("ended", .optional(.date), \.ended),
            make: Reply.init)
    }
}

extension WaitCall.Reply {
    package init(_ outcome: Outcome, _ last: JobRecord.LastRun?) {
        self.init(outcome: outcome, run: last?.run, stopReason: last?.stopReason, ended: last?.ended)
    }
}
