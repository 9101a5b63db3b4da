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
        /// What was written, where the text does not say it: it is no UTF-8.
        package var bytes: [UInt8]?
        /// When the daemon read it; nil where nobody knows, and in the one answer that is not called with `more`.
        package var at: WallTime?
        /// Nil likewise.
        package var stream: OutputStream?

        package init(
            run: RunID, text: String, bytes: [UInt8]? = nil, at: WallTime? = nil, stream: OutputStream? = nil
        ) {
            self.run = run
            self.text = text
            self.bytes = bytes
            self.at = at
            self.stream = stream
        }

        /// As it was written.
        package var written: [UInt8] { bytes ?? Array(text.utf8) }

        package static let wire = WireTable<Reply>(
            .key("run", .run, \.run),
            .key("text", .string, \.text, "bytes that are no UTF-8 are replaced by U+FFFD"),
            .sparse(
                "bytes", .base64, \.bytes,
                "with more: what was written, in base64; absent where it is UTF-8, and so what the text says"),
            .sparse("at", .date, \.at, "with more: when it was read, a tenth of a second or so"),
            .sparse(
                "stream", .choice, \.stream,
                "with more: which of the two it was written to; both are absent where nobody knows any more"),
            make: Reply.init)
    }
}
