// Calls hooks, as a source of events.
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler

/// Starts an errand for each call, and turns its end into an event.
final class HookSource {
    /// So much of the end of what the run has written is told.
    private static let outputLimit = 16 << 10
    /// So much of the last line that it wrote is kept.
    private static let longestLine = 200

    private let launcher: Launcher
    private let zones: ZoneFiles
    private var underway: [ErrandID: HookID] = [:]

    init(_ launcher: Launcher, zones: ZoneFiles = ZoneFiles()) {
        self.launcher = launcher
        self.zones = zones
    }

    /// Calls it. What can't be started is told at once.
    func call(_ call: HookCall) -> [Event] {
        let output = (try? launcher.endOfOutput(of: call.entry.run, limit: Self.outputLimit)) ?? nil
        let message = HookMessage(
            call, output: output?.bytes ?? [], machine: Machine.hostName, in: try? zones.local())
        let errand = Errand(
            .command(call.command.arguments), for: call.job.owner, input: message.bytes,
            environment: message.environment, keepsLastLine: true)
        do throws(LaunchFailure) {
            underway[try launcher.start(errand)] = call.id
            return []
        } catch {
            return [.hookEnded(call.id, .couldNotStart(reason: "\(error)"), owner: call.job.owner)]
        }
    }

    /// Ends its processes; that it has ended is told as always.
    func end(_ hook: HookID) {
        for (errand, called) in underway where called == hook { launcher.endErrand(errand) }
    }

    /// An errand has ended: an event, where it was a call.
    func ended(_ errand: ErrandID, _ status: ExitStatus, saying line: String?) -> [Event] {
        let words = line.map { PlainText.line($0, limit: Self.longestLine) }
        return over(errand, .exited(status, saying: status == .code(0) ? nil : words))
    }

    /// An errand did not begin: an event, where it was a call.
    func failed(_ errand: ErrandID, _ failure: LaunchFailure) -> [Event] {
        over(errand, .couldNotStart(reason: "\(failure)"))
    }

    private func over(_ errand: ErrandID, _ end: HookEnd) -> [Event] {
        underway.removeValue(forKey: errand).map { [.hookEnded($0, end, owner: errand.owner)] } ?? []
    }
}
