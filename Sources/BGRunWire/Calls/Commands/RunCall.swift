// Run: start a job now, or make it due.
import BGRunJob

/// Asks for a run of a job.
package struct RunCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .run }
    package var target: Target
    package var mode: RunMode

    package init(_ target: Target, mode: RunMode) {
        self.target = target
        self.mode = mode
    }

    package static let wire = WireTable<RunCall>(
        .keys(Target.wire, \.target), .usual("mode", .choice, else: .now, \.mode),
        make: { RunCall($0, mode: $1) })

    /// Also what `Simulate` answers.
    package struct Reply: WireObject, Hashable {
        /// The run that was started; nil where the request started none.
        package var run: RunID?
        /// The job was over, and was submitted again.
        package var isAgain: Bool

        package init(run: RunID?, isAgain: Bool = false) {
            self.run = run
            self.isAgain = isAgain
        }

        private var again: Bool? { isAgain ? true : nil }

        package static let wire = WireTable<Reply>(
            .key("run", .optional(.run), \.run),
            .sparse(
                "again", .bool, \.again,
                "the job was over, and was submitted again by its owner's wish"),
            make: { Reply(run: $0, isAgain: $1 ?? false) })
    }
}
