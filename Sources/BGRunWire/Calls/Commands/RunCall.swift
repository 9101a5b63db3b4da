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

        package init(run: RunID?) {
            self.run = run
        }

        package static let wire = WireTable<Reply>(.key("run", .optional(.run), \.run), make: Reply.init)
    }
}
