// Logs: what a run has written to its standard output and error.
import BGRunCalendar
import BGRunJob

/// Asks for the output of a run. With `follow` it is a stream that ends when the run does.
package struct LogsCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .logs }
    package var target: Target
    /// Nil means the active run, else the last one.
    package var run: RunID?
    package var follow: Bool

    package var isAnsweredAtOnce: Bool { !follow }

    package init(_ target: Target, run: RunID? = nil, follow: Bool = false) {
        self.target = target
        self.run = run
        self.follow = follow
    }

    package static let wire = WireTable<LogsCall>(
        .keys(Target.wire, \.target), .key("run", .optional(.run), \.run),
        .usual("follow", .bool, else: false, \.follow),
        make: { LogsCall($0, run: $1, follow: $2) })

    /// The next piece of the output, in its order.
    package struct Reply: WireObject, Hashable {
        package var run: RunID
        package var text: String
        /// When the daemon read it; nil where nobody knows, and in the one answer that is not called with `more`.
        package var at: WallTime?
        /// Nil likewise.
        package var stream: OutputStream?

        package init(run: RunID, text: String, at: WallTime? = nil, stream: OutputStream? = nil) {
            self.run = run
            self.text = text
            self.at = at
            self.stream = stream
        }

        package static let wire = WireTable<Reply>(
            .key("run", .run, \.run),
            .key("text", .string, \.text, "bytes that are no UTF-8 are replaced by U+FFFD"),
            .sparse("at", .date, \.at, "with more: when it was read, a tenth of a second or so"),
            .sparse(
                "stream", .choice, \.stream,
                "with more: which of the two it was written to; both are absent where nobody knows any more"),
            make: Reply.init)
    }
}
