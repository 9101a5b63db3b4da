// What /proc tells of another process: whether it lives, since when, and what the kernel has it do.
import Glibc

/// A process as it was seen once.
package struct ProcessSight: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        case working
        /// It waits for an event.
        case waiting
        /// It waits for a disk or a driver, and no signal wakes it.
        case stuck
        /// By a signal.
        case stopped
        /// By a debugger.
        case traced
        /// Nobody has asked for its exit status.
        case ended
        /// One that is not told apart here, by its letter.
        case other(String)
    }

    package let process: Int32
    /// What the kernel calls it, at most 15 bytes; a process may change it.
    package let name: String
    package let user: UInt32
    package let state: State
    /// Microseconds since boot.
    package let started: Int64
    /// The place in the kernel where it waits, which is told to root alone.
    package let place: String?

    /// Nil where there is no such process, or what is told of it makes no sense.
    package init?(of process: Int32) {
        let directory = "/proc/\(process)"
        guard process > 0, let user = (try? File.status(of: directory))?.user,
            let bytes = try? File.contents(of: "\(directory)/stat", limit: 4096),
            let line = Self.read(bytes)
        else { return nil }
        self.process = process
        self.user = user
        (name, state, started) = line
        let place = (try? File.contents(of: "\(directory)/wchan", limit: 256)).map {
            String(decoding: $0, as: UTF8.self)
        }
        self.place = place.flatMap { $0.isEmpty || $0 == "0" ? nil : $0 }
    }

    /// Those of a user that have this name, the oldest first.
    package static func all(named name: String, of user: UInt32) -> [ProcessSight] {
        // More names than any kernel has processes.
        let names = (try? Directory(path: "/proc").names(limit: 1 << 23)) ?? []
        return names.compactMap { Int32($0) }.compactMap { ProcessSight(of: $0) }
            .filter { $0.name == name && $0.user == user }
            .sorted { ($0.started, $0.process) < ($1.started, $1.process) }
    }

    /// The sockets that are listened at by this path, also where its file has gone, by inode: what
    /// ``openFiles`` calls `socket:[INODE]`.
    package static func listeners(at path: String) -> [UInt64] {
        // proc(5): number, references, protocol, flags, type, state, inode, path. 10000 means listening.
        let table = (try? File.contents(of: "/proc/net/unix", limit: 1 << 26)) ?? []
        return table.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard line.reversed().starts(with: path.utf8.reversed()) else { return nil }
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 7)
            guard fields.count == 8, fields[7].elementsEqual(path.utf8),
                fields[3].elementsEqual("00010000".utf8)
            else { return nil }
            return UInt64(String(decoding: fields[6], as: UTF8.self))
        }
    }

    /// The paths of its open files; nil where they are not shown to us.
    package var openFiles: [String]? {
        let directory = "/proc/\(process)/fd"
        guard let names = try? Directory(path: directory).names(limit: 1 << 20) else { return nil }
        return names.sorted().compactMap { try? File.link(at: "\(directory)/\($0)") }
    }

    /// proc(5): the name stands in parentheses and may have any in it; the state is field 3, the start field 22, in
    /// ticks since boot.
    static func read(_ line: [UInt8]) -> (name: String, state: State, started: Int64)? {
        guard let open = line.firstIndex(of: UInt8(ascii: "(")),
            let close = line.lastIndex(of: UInt8(ascii: ")")), open < close
        else { return nil }
        let fields = line[(close + 1)...].split(separator: UInt8(ascii: " "))
        let ticksPerSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
        guard fields.count > 19, ticksPerSecond > 0,
            let ticks = Int64(String(decoding: fields[19], as: UTF8.self))
        else { return nil }
        let (microseconds, overflow) = ticks.multipliedReportingOverflow(by: 1_000_000)
        guard ticks >= 0, !overflow else { return nil }
        return (
            String(decoding: line[(open + 1)..<close], as: UTF8.self),
            State(letter: String(decoding: fields[0], as: UTF8.self)), microseconds / ticksPerSecond
        )
    }
}

extension ProcessSight.State {
    fileprivate init(letter: String) {
        switch letter {
        case "R": self = .working
        case "S", "I": self = .waiting
        case "D": self = .stuck
        case "T": self = .stopped
        case "t": self = .traced
        case "Z", "X": self = .ended
        default: self = .other(letter)
        }
    }
}
