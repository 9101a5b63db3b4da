// Who belongs to a run where no cgroup says so: its session, its mark in the environment, its descendants.
import BGRunJob
import BGRunLinux

/// Looks at all processes of the machine.
enum ProcessTable {
    /// A process as of one look. Number and start together name it: numbers are used again.
    struct Entry: Hashable {
        let pid: Int32
        let parent: Int32
        let session: Int32
        /// In ticks since boot, proc(5)'s field 22.
        let start: UInt64
        let isZombie: Bool
        /// Stopped by a signal, or by who traces it; or at its end.
        var isHalted = false
    }

    /// What tells a run's processes from others.
    struct Mark {
        /// `BGRUN_RUN=…` or `BGRUN_ERRAND=…`.
        let variable: String
        let owner: UserID
        /// The session its main process opened, while it is known to be ours.
        var session: Int32?
    }

    /// Listings are repeated while they show processes not looked at yet; on a machine where others start
    /// processes without end, only so often.
    private static let mostListings = 64

    /// The kernel allows arguments and environment six megabytes together.
    static let mostEnvironment = 8 << 20

    /// Everything that lives of a run, sorted by number.
    ///
    /// The environment is what a process says of itself, so it counts only for the owner's own. Session
    /// and parent are the kernel's word and count for whatever rights a process has gained since.
    ///
    /// A process that has gone by the time it is looked at may have left a child, which has a number that
    /// was not listed: hence the repetition, up to a listing with nobody new.
    static func members(of run: Mark) throws(SystemError) -> [Entry] {
        let processes = try Directory(path: "/proc")
        var seen: Set<Int32> = [Machine.pid]
        var entries: [Entry] = []
        var found: Set<Int32> = []
        for _ in 0..<mostListings {
            // More names than any kernel has processes.
            let new = try processes.names(limit: 1 << 23).compactMap { Int32($0) }
                .filter { seen.insert($0).inserted }
            if new.isEmpty { break }
            for entry in new.compactMap(entry) {
                entries.append(entry)
                if entry.session == run.session || carries(run, entry) { found.insert(entry.pid) }
            }
        }
        var grew = !found.isEmpty
        while grew {
            grew = false
            for entry in entries where found.contains(entry.parent) && found.insert(entry.pid).inserted {
                grew = true
            }
        }
        return entries.filter { found.contains($0.pid) && !$0.isZombie }.sorted { $0.pid < $1.pid }
    }

    /// More than a program that is no mischief has above it.
    private static let mostAncestors = 256

    /// A process and those above it, up to us or to the first of all.
    ///
    /// Each was the parent of the one before while it was looked at: what has gone meanwhile is passed over, and nobody who
    /// was given its number is taken for it.
    static func ancestry(of pid: Int32) -> [Entry] {
        var found: [Entry] = []
        var next = pid
        for _ in 0..<mostAncestors {
            guard next > 1, next != Machine.pid, let entry = entry(next) else { break }
            if let child = found.last {
                guard let again = self.entry(child.pid), again.start == child.start else { break }
                guard again.parent == next else {
                    next = again.parent
                    continue
                }
            }
            found.append(entry)
            next = entry.parent
        }
        return found
    }

    /// The process as it is now; nil when it is gone.
    static func entry(_ pid: Int32) -> Entry? {
        guard let bytes = try? File.contents(of: "/proc/\(pid)/stat", limit: 4096) else { return nil }
        return parse(stat: bytes, pid)
    }

    /// proc(5): the name in brackets may hold anything, so fields are counted from the last bracket.
    static func parse(stat bytes: [UInt8], _ pid: Int32) -> Entry? {
        guard let bracket = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(bracket + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 20)
        guard fields.count > 19, let parent = Int32(text(fields[1])), let session = Int32(text(fields[3])),
            let start = UInt64(text(fields[19]))
        else { return nil }
        let state = text(fields[0])
        let isZombie = state == "Z" || state == "X"
        return Entry(
            pid: pid, parent: parent, session: session, start: start, isZombie: isZombie,
            isHalted: isZombie || state == "T" || state == "t")
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The kernel's own threads are children of this one, and have no environment.
    private static let kernelThreads: Int32 = 2

    private static func carries(_ run: Mark, _ entry: Entry) -> Bool {
        if entry.parent == kernelThreads { return false }
        let environment = environment(of: entry.pid)
        return contains(run.variable, environment) && ProcessUsers(of: entry.pid)?.real == run.owner.rawValue
    }

    /// Empty for a process that is gone, or whose environment we may not read.
    static func environment(of pid: Int32) -> [UInt8] {
        // For a moment while it executes another program, a process has none; most have one. A process
        // that takes longer over it, outside the session and without a parent of the run, is not found by
        // this look: certainty takes a cgroup.
        for _ in 0..<4 {
            let environment = try? File.contents(of: "/proc/\(pid)/environ", limit: mostEnvironment)
            if let environment, !environment.isEmpty { return environment }
        }
        return []
    }

    /// What the kernel calls it: 15 bytes at most, which it may have chosen itself; nil when it is gone.
    static func name(of pid: Int32) -> String? {
        guard let bytes = try? File.contents(of: "/proc/\(pid)/comm", limit: 64) else { return nil }
        let name = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let text = String(decoding: name, as: UTF8.self).unicodeScalars.map {
            $0.properties.generalCategory == .control ? "?" : $0
        }
        return text.isEmpty ? nil : String(String.UnicodeScalarView(text))
    }

    /// What a variable stands for in zero-ended texts, which may have it more than once.
    static func values(of name: String, in environment: [UInt8]) -> [String] {
        let start = Array("\(name)=".utf8)
        return environment.split(separator: 0).filter { $0.starts(with: start) }
            .map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
    }

    /// Whether one of the zero-ended texts is the one wanted.
    private static func contains(_ wanted: String, _ environment: [UInt8]) -> Bool {
        let wanted = Array(wanted.utf8)
        var start = 0
        while start < environment.count {
            let end = environment[start...].firstIndex(of: 0) ?? environment.count
            if end - start == wanted.count, environment[start..<end].elementsEqual(wanted) { return true }
            start = end + 1
        }
        return false
    }
}
