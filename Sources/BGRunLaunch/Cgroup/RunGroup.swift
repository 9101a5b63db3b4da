// The cgroup of one run: who is in it, end them all, know when it is empty.
import BGRunLinux
import Glibc

/// A run's cgroup, with the groups the run may have made in it.
final class RunGroup {
    /// A run with the right to make groups could make them without end; deeper ones are left to cgroup.kill.
    private static let deepest = 16
    private static let mostGroups = 4096
    /// What the list of a group's processes is read to: a million of them.
    private static let longestList = 8 << 20

    private let directory: Directory
    /// cgroup.events, open from the beginning: whether the group is empty must be known even when the
    /// process has run out of descriptors.
    private let events: FileDescriptor

    init(_ directory: consuming Directory) throws(SystemError) {
        events = try directory.open("cgroup.events", O_RDONLY)
        self.directory = directory
    }

    /// Borrowed for a spawn into the group.
    var rawValue: Int32 { directory.descriptor.rawValue }

    /// Everyone in the group and below, sorted.
    func processes() -> [Int32] {
        var found: [Int32] = []
        Self.collect(directory, depth: 0, into: &found)
        return found.sorted()
    }

    /// Whether the kernel could end the whole group at once: cgroup.kill, since Linux 5.14.
    func killAtOnce() -> Bool {
        guard let file = try? directory.open("cgroup.kill", O_WRONLY) else { return false }
        return (try? file.write(all: [UInt8(ascii: "1")])) != nil
    }

    /// Has the kernel halt everyone in the group and below, or let them go on; false where it has no freezer for
    /// groups (cgroup.freeze, since Linux 5.2).
    ///
    /// Halting takes a moment: ``isFrozen()`` tells when the last has halted. Who is forked or moved into the group
    /// meanwhile is halted too.
    func setFrozen(_ frozen: Bool) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try Self.freeze(directory, frozen)
            return true
        } catch {
            if error.errno == ENOENT { return false }
            // Someone has removed the group: nobody is left to be halted.
            if error.errno == ENODEV { return true }
            throw error
        }
    }

    /// Lets everyone go on, also in groups that the run made in its own and froze itself.
    func thawAll() { Self.thaw(directory, depth: 0) }

    /// The descriptor that reports priority readiness when `isEmpty` or `isFrozen` may have changed.
    var watchedEvents: Int32 { events.rawValue }

    /// Reads the state anew, which also quiets the descriptor until the next change.
    func isEmpty() throws(SystemError) -> Bool { try says("populated 0") }

    /// Whether everyone in the group has halted. Reads the state anew, as `isEmpty` does.
    func isFrozen() throws(SystemError) -> Bool { try says("frozen 1") }

    /// Whether the kernel has killed somebody in it who wanted more memory than it may have.
    var ranOutOfMemory: Bool { Self.memoryKills(in: directory) > 0 }

    /// How many processes in a group and below the kernel has killed for want of memory; 0 where it does not count them.
    static func memoryKills(in group: borrowing Directory) -> Int64 {
        counter("oom_kill", in: "memory.events", of: group) ?? 0
    }

    /// What everybody who has ever been in it has used: user and system time in microseconds, and where memory is counted
    /// for it, the most that all had at once. Nil where the kernel does not tell.
    var processorTime: (user: Int64, system: Int64)? {
        guard let user = Self.counter("user_usec", in: "cpu.stat", of: directory),
            let system = Self.counter("system_usec", in: "cpu.stat", of: directory),
            user >= 0, system >= 0
        else { return nil }
        return (user, system)
    }

    var peakMemoryKiB: Int64? {
        guard let bytes = try? directory.contents(of: "memory.peak", limit: 64) else { return nil }
        let digits = bytes.prefix { $0 != UInt8(ascii: "\n") }
        return Int64(String(decoding: digits, as: UTF8.self)).map { max($0, 0) / 1024 }
    }

    /// A line `name number` of one of the kernel's files; nil where there is none.
    private static func counter(_ name: String, in file: String, of group: borrowing Directory) -> Int64? {
        guard let bytes = try? group.contents(of: file, limit: 1 << 16) else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "))
            if words.count == 2, words[0].elementsEqual(name.utf8) {
                return Int64(String(decoding: words[1], as: UTF8.self))
            }
        }
        return nil
    }

    private func says(_ line: String) throws(SystemError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        do throws(SystemError) {
            let count = try events.read(into: &buffer, at: 0)
            let lines = buffer[..<count].split(separator: UInt8(ascii: "\n"))
            return lines.contains { $0.elementsEqual(line.utf8) }
        } catch {
            // Someone has removed the group, which the kernel allows only for an empty one: nobody is there, and
            // nobody goes on.
            if error.errno == ENODEV { return true }
            throw error
        }
    }

    private static func freeze(_ group: borrowing Directory, _ frozen: Bool) throws(SystemError) {
        try group.open("cgroup.freeze", O_WRONLY).write(all: [UInt8(ascii: frozen ? "1" : "0")])
    }

    private static func thaw(_ group: borrowing Directory, depth: Int) {
        try? freeze(group, false)
        guard depth < deepest, let names = try? group.names(limit: mostGroups) else { return }
        for name in names {
            guard let child = try? group.directory(name) else { continue }
            thaw(child, depth: depth + 1)
        }
    }

    private static func collect(_ directory: borrowing Directory, depth: Int, into found: inout [Int32]) {
        if let bytes = try? directory.contents(of: "cgroup.procs", limit: longestList) {
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                // 0 stands for a process outside our name space, which no number of ours reaches.
                if let pid = Int32(String(decoding: line, as: UTF8.self)), pid > 0 { found.append(pid) }
            }
        }
        guard depth < deepest, let names = try? directory.names(limit: mostGroups) else { return }
        for name in names {
            guard let child = try? directory.directory(name) else { continue }
            collect(child, depth: depth + 1, into: &found)
        }
    }

    static func removeChildren(of directory: borrowing Directory, depth: Int = 0) {
        guard depth < deepest, let names = try? directory.names(limit: mostGroups) else { return }
        for name in names {
            guard let child = try? directory.directory(name) else { continue }
            removeChildren(of: child, depth: depth + 1)
            try? directory.removeDirectory(name)
        }
    }
}
