// A daemon that does not answer, as it is seen from outside.
import BGRunCalendar
import BGRunClient
import BGRunLinux
import BGRunText

/// Looks for the process behind a socket, and for what it wrote last.
enum DaemonWitness {
    private static let program = "bgrund"

    /// - Parameters:
    ///   - process: Who listens, where the kernel has said so.
    ///   - answer: What became of the question.
    static func look(at socket: String, process: Int32?, answer: String) -> DaemonSight {
        let status = try? File.statusOfLink(at: socket)
        let user = status?.user ?? Machine.effectiveUser
        // Who began to listen may be the service manager, which keeps the socket.
        let listener = process.flatMap { ProcessSight(of: $0) }.flatMap { $0.name == program ? $0 : nil }
        let known = listener.map { [$0] } ?? holders(of: socket, user)
        let guesses = known.isEmpty ? suspects(of: socket, user) : []
        return DaemonSight(
            answer: answer, socket: socket,
            socketMade: status.map { WallTime(microseconds: $0.modified) },
            processes: known.map { describe($0, isCertain: true) }
                + guesses.map { describe($0, isCertain: false) },
            lastSave: known.lazy.compactMap(lastSave).first)
    }

    /// Those that have the socket, as far as we are shown what they have open.
    private static func holders(of socket: String, _ user: UInt32) -> [ProcessSight] {
        let names = Set(ProcessSight.listeners(at: socket).map { "socket:[\($0)]" })
        if names.isEmpty { return [] }
        return ProcessSight.all(named: program, of: user).filter {
            !names.isDisjoint(with: $0.openFiles ?? [])
        }
    }

    /// Somebody listens, and we are not shown who: the oldest of the name, because errands have it too.
    private static func suspects(of socket: String, _ user: UInt32) -> [ProcessSight] {
        if ProcessSight.listeners(at: socket).isEmpty { return [] }
        return ProcessSight.all(named: program, of: user).filter { $0.openFiles == nil }.prefix(1).map(\.self)
    }

    private static func describe(_ sight: ProcessSight, isCertain: Bool) -> DaemonSight.Process {
        let age = Clock.read(.boottime) &- sight.started
        return DaemonSight.Process(
            number: sight.process, isCertain: isCertain,
            since: WallTime(microseconds: Clock.read(.realtime) &- age),
            state: words(sight.state), place: sight.place)
    }

    private static func words(_ state: ProcessSight.State) -> String {
        switch state {
        case .working: "works"
        case .waiting: "waits for events"
        case .stuck: "waits for a disk or a driver, and no signal wakes it"
        case .stopped: "stopped by a signal; kill -CONT has it go on"
        case .traced: "stopped by a debugger"
        case .ended: "has ended"
        case .other(let letter): "in the state \(letter)"
        }
    }

    /// The newest change among the database's files, which are written with each save.
    private static func lastSave(of sight: ProcessSight) -> DaemonSight.Save? {
        let files = (sight.openFiles ?? []).filter { path in
            ["", "-wal"].contains { path.hasSuffix("/bgrun.sqlite\($0)") }
        }
        return files.compactMap { path in
            (try? File.status(of: path)).map {
                DaemonSight.Save(path: path, at: WallTime(microseconds: $0.modified))
            }
        }.max { $0.at < $1.at }
    }
}
