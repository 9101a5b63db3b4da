// What a run has left behind as its main process ended by itself, in a few words.
import BGRunLinux

/// The processes that nobody was left to work for, by the names that the kernel has for them.
struct LeftProcesses {
    /// So many are looked at, and so many names are told.
    private static let mostLooks = 64
    private static let mostNames = 3

    private let count: Int
    private let names: [String]

    init(_ pids: [Int32]) { self.init(pids.count, pids.prefix(Self.mostLooks).compactMap(ProcessTable.name)) }

    /// - Parameter names: Of those of them that were looked at.
    init(_ count: Int, _ names: [String]) {
        self.count = count
        self.names = Set(names).sorted()
    }

    /// `sleep`, `bash, sleep (3 processes)`; nil where there are none.
    var words: String? {
        guard count > 0, !names.isEmpty else { return nil }
        let told = names.prefix(Self.mostNames).joined(separator: ", ")
        return told + (names.count > Self.mostNames ? " and others" : "")
            + (count > 1 ? " (\(count) processes)" : "")
    }
}
