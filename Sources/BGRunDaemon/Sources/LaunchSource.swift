// What becomes of runs and errands, as a source of events.
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler

/// Tells of runs to the scheduler, and of errands to those who sent them.
final class LaunchSource: Source {
    private let launcher: Launcher
    private let checks: CheckSource
    private let notices: NoticeSource

    init(_ launcher: Launcher, checks: CheckSource, notices: NoticeSource) {
        self.launcher = launcher
        self.checks = checks
        self.notices = notices
    }

    func news() throws(SystemError) -> [Event] { try launcher.events().flatMap(hear) }

    private func hear(_ event: LaunchEvent) -> [Event] {
        guard case .errandEnded(let errand, let status) = event else {
            return Event(event).map { [$0] } ?? []
        }
        notices.ended(errand)
        return checks.ended(errand, status)
    }
}

extension Event {
    /// What the launcher tells the scheduler; output and errands are nothing it has to know of.
    init?(_ event: LaunchEvent) {
        switch event {
        case .exited(let run, let status, let usage): self = .exited(run, status, usage)
        case .wroteOutput, .errandEnded: return nil
        }
    }
}
