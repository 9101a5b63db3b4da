// What the runs of one owner may take of the machine, so that something is left for those of others.
import BGRunLinux
import Glibc

/// The limits of an owner's group, in the files of the controllers that the kernel has enabled for it.
///
/// docs/decisions/029-owners-have-groups.md weighs them.
struct OwnerShares {
    /// What memory is left to others at most: enough to begin with.
    private static let mostMemoryLeft: Int64 = 2 << 30
    /// Many times what it takes with thousands of jobs.
    private static let leastOfDaemon: Int64 = 256 << 20

    let controllers: Set<Controller>

    /// Writes an owner's limits into their new group.
    ///
    /// - Parameter others: The names of the groups of other owners beside it.
    func hold(
        _ group: borrowing Directory, beside others: [String], in tree: borrowing Directory
    ) throws(SystemError) {
        if controllers.contains(.pids) {
            var taken: [Int64] = []
            for other in others {
                if let ofOwner = try? tree.directory(other), let share = Self.limit("pids.max", of: ofOwner) {
                    taken.append(share)
                }
            }
            let all = min(Self.limit("pids.max", of: tree) ?? .max, Self.mostTasks)
            try Self.write("\(Self.tasks(of: all, besides: taken))", to: "pids.max", of: group)
        }
        if controllers.contains(.memory) {
            let all = Self.memory(of: tree)
            try Self.write("\(all - Self.left(of: all))", to: "memory.max", of: group)
        }
    }

    /// Half of the processes that the shares of others leave: an owner who takes all of theirs leaves as many to whoever
    /// comes next. With many owners at once a share is a sixteenth of all at least, or the last would have none.
    static func tasks(of all: Int64, besides others: [Int64]) -> Int64 {
        let left = others.reduce(all) { left, share in left - min(left, share) }
        return max(left / 2, all / 16, 1)
    }

    /// Bounds the daemon's own group by what an owner leaves to all others. It is slowed down before, and loses its cache: what grows
    /// without end ends by itself, and is started anew. Best effort: it runs without that, too.
    static func boundDaemon(in group: borrowing Directory, of tree: borrowing Directory) {
        let left = max(left(of: memory(of: tree)), leastOfDaemon)
        try? write("\(left / 4 * 3)", to: "memory.high", of: group)
        try? write("\(left)", to: "memory.max", of: group)
    }

    /// What the machine has, or the tree where that has less.
    private static func memory(of tree: borrowing Directory) -> Int64 {
        min(limit("memory.max", of: tree) ?? .max, Machine.memory)
    }

    /// Of all memory a quarter is left to others, of which 2 GiB are enough.
    static func left(of all: Int64) -> Int64 { min(all / 4, mostMemoryLeft) }

    // MARK: - The kernel's files

    /// Tasks that the kernel has room for, where the group we are in has no limit itself.
    private static var mostTasks: Int64 {
        ["/proc/sys/kernel/threads-max", "/proc/sys/kernel/pid_max"].compactMap { path in
            (try? File.contents(of: path, limit: 64)).flatMap(number)
        }.min() ?? 4096
    }

    /// Nil where there is none.
    private static func limit(_ name: String, of group: borrowing Directory) -> Int64? {
        (try? group.contents(of: name, limit: 64)).flatMap(number)
    }

    private static func number(_ text: [UInt8]) -> Int64? {
        guard let number = Int64(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)),
            number >= 0
        else { return nil }
        return number
    }

    private static func write(_ text: String, to name: String, of group: borrowing Directory)
        throws(SystemError)
    {
        try group.open(name, O_WRONLY).write(all: Array(text.utf8))
    }
}
