// What a program says as it asks for an assertion.
import BGRunJob

/// A program is finishing something, and says so.
package struct AssertionClaim: Hashable, Sendable {
    /// So much is kept of the words for people.
    package static let mostWords = 200

    /// What is being finished, for people; nothing is decided by it.
    package var why: String
    /// How long it asks for; nil: as long as is usual.
    package var limit: Duration?
    /// The started host in whose tree the process is.
    package var host: HostID?
    /// The run in whose tree it is.
    package var run: RunID?
    package var process: Int32

    /// - Parameter why: Cut to ``mostWords`` bytes.
    package init(why: String, limit: Duration?, host: HostID?, run: RunID? = nil, process: Int32) {
        self.why = why.cut(toBytes: Self.mostWords)
        self.limit = limit
        self.host = host
        self.run = run
        self.process = process
    }
}
