// A look at the machine around a daemon, with the rights of whoever asks.
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// Gathers what a daemon can't tell of itself. What is not shown to the caller is left out.
enum SurroundingsLook {
    /// A service manager answers in milliseconds. One that hangs holds nobody up who asks how things stand.
    private static let patience: Int64 = 1_000_000
    private static let answerLimit = 64 << 10
    private static let database = "bgrun.sqlite"

    /// - Parameters:
    ///   - daemon: What has answered; nil where nobody did.
    ///   - settings: The daemon's own, and why they can't be used; nil where it is not known which they are.
    static func look(
        at socket: String, _ daemon: DaemonReport?, _ settings: Surroundings.Settings?
    ) -> Surroundings {
        let isUsual = socket == SocketChoice.system
        let isOwn = socket == (try? SocketChoice.user.path(environment: Machine.environment))
        let scope = daemon?.scope ?? (isUsual || Machine.effectiveUser == 0 && !isOwn ? .system : .user)
        var sight = Surroundings(scope: scope, now: WallTime(microseconds: Clock.read(.realtime)))
        sight.socket = place(socket)
        if sight.socket == nil { sight.missingSocket = socket }
        let state = daemon?.stateDirectory ?? (isUsual ? "/var/lib/bgrun" : nil)
        // Whose group is whose alone is not known of a user's own settings.
        let usual = isUsual ? ["/etc/bgrun", "/etc/bgrun/jobs.d"] : []
        let own = [state, state.map { "\($0)/output" }, daemon?.runtimeDirectory]
        sight.directories = (own.compactMap(\.self) + [LastDecisions.directory(ofSocket: socket)] + usual)
            .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            .compactMap(place)
        if let state {
            sight.secrets = ["\(state)/\(database)", "\(state)/\(database)-wal"].compactMap(place)
            sight.room = (try? File.freeBytes(at: state)).map {
                Surroundings.Room(
                    path: state, bytes: $0, isReadOnly: (try? File.isReadOnly(at: state)) ?? false)
            }
        }
        sight.settings = settings
        sight.clockSource = clockSource
        if isUsual || isOwn {
            let units = units(scope)
            sight.service = units.first { $0.name == "bgrund.service" }
            sight.socketUnit = units.first { $0.name == "bgrund.socket" }
        }
        return sight
    }

    private static func place(_ path: String) -> Surroundings.Place? {
        (try? File.status(of: path)).map {
            Surroundings.Place(path: path, owner: UserID($0.user), permissions: $0.permissions)
        }
    }

    private static var clockSource: String? {
        let path = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
        guard let bytes = try? File.contents(of: path, limit: 64) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// None where no service manager runs, or it does not answer.
    private static func units(_ scope: DaemonReport.Scope) -> [UnitSight] {
        guard let program = try? CallerProgram.path(of: "systemctl") else { return [] }
        let variables = ["PATH", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"].compactMap { name in
            Machine.environment(name).map { (name, $0) }
        }
        let answer = try? CapturedChild.run(
            program,
            (scope == .user ? ["--user"] : []) + [
                "show", "--no-pager", "--property=\(UnitSight.keys.joined(separator: ","))", "bgrund.service",
                "bgrund.socket",
            ], environment: ["LC_ALL": "C"].merging(variables) { $1 }, limit: answerLimit,
            until: Clock.read(.monotonic) &+ patience)
        guard let answer, answer.end == .exited(.exited(0)) else { return [] }
        return UnitSight.all(in: String(decoding: answer.output, as: UTF8.self))
    }
}
