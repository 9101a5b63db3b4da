// What is wrong around a daemon: looked at in one way for all that tell how it stands.
import BGRunCalendar
import BGRunClient
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// A look at what a daemon can't tell of itself, and what of it somebody has to see to.
struct Examination {
    private(set) var surroundings: Surroundings
    let faults: [String]
    /// What this machine can't do.
    let limits: [String]

    /// - Parameters:
    ///   - daemon: What has answered; nil where nobody did.
    ///   - limits: Whether it is also looked for what this machine can't do, which is no fault.
    init(at socket: String, _ daemon: DaemonReport?, _ settings: Surroundings.Settings?, limits isWhole: Bool)
    {
        surroundings = SurroundingsLook.look(at: socket, daemon, settings)
        // Where logind has been since the boot, the machine's daemon is not to miss it.
        let isMissed =
            socket == SocketChoice.system && (try? File.status(of: "/run/systemd/seats")) != nil
        // Without a daemon there are no runs that logind could be asked about.
        let logind = daemon != nil && (isMissed || isWhole) ? Self.logind : nil
        surroundings.sleepDelay = logind?.sleepDelay
        let seen = surroundings.faults(of: daemon, version: ServiceIdentity.bgrun.version)
        let lacks = [logind?.lack].compactMap(\.self)
        faults = seen + (isMissed ? lacks.map { "\($0) systemctl status dbus systemd-logind says why." } : [])
        limits = isMissed ? [] : lacks
    }

    /// The daemon itself asks it only when a job needs it.
    private static var logind: LogindSight {
        do throws(SystemError) {
            return try LogindCheck.look(on: SystemBus())
        } catch {
            return LogindSight(lack: "logind could not be asked: \(error).")
        }
    }
}

/// Adds what is wrong around a daemon to what it says of itself.
///
/// Who watches a daemon has it looked at once a minute, and where it is another one.
final class Checkup {
    private static let interval = Duration.seconds(60)

    private let options: DaemonOptions
    private var last: (process: Int32, at: AwakeTime, faults: [String])?

    init(_ options: DaemonOptions) { self.options = options }

    func completed(_ status: StatusCall.Reply) -> StatusCall.Reply {
        var status = status
        status.daemon = completed(status.daemon)
        return status
    }

    func completed(_ daemon: DaemonReport) -> DaemonReport {
        var daemon = daemon
        daemon.headlines += faults(around: daemon)
        return daemon
    }

    private func faults(around daemon: DaemonReport) -> [String] {
        if let last, last.process == daemon.process, last.at.duration(to: .now) < Self.interval {
            return last.faults
        }
        let faults = options.examine(daemon, limits: false)?.faults ?? []
        last = (daemon.process, .now, faults)
        return faults
    }
}

extension DaemonOptions {
    /// Nil where it is not known which daemon is meant.
    func examine(_ daemon: DaemonReport?, limits: Bool) -> Examination? {
        (try? path()).map { Examination(at: $0, daemon, settingsSight, limits: limits) }
    }
}
