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
    private let hooks: HookSource
    private let surveys: SurveySource
    private let clearing: Clearing
    private let trial: RenewalTrial
    /// Hears of the ends of hosts.
    var hostEnded: (HostID, ExitStatus) -> Void = { _, _ in }

    init(
        _ launcher: Launcher, checks: CheckSource, notices: NoticeSource, hooks: HookSource,
        surveys: SurveySource, clearing: Clearing, trial: RenewalTrial
    ) {
        self.trial = trial
        self.surveys = surveys
        self.clearing = clearing
        self.launcher = launcher
        self.checks = checks
        self.notices = notices
        self.hooks = hooks
    }

    func news() throws(SystemError) -> [Event] { try launcher.events().flatMap(hear) }

    private func hear(_ event: LaunchEvent) -> [Event] {
        switch event {
        case .errandEnded(let errand, let status, let lastLine):
            notices.ended(errand)
            clearing.ended(errand)
            return checks.ended(errand, status) + hooks.ended(errand, status, saying: lastLine)
                + surveys.ended(errand) + trial.ended(errand, status, saying: lastLine)
        case .errandFailed(let errand, let failure):
            notices.ended(errand)
            clearing.ended(errand)
            trial.failed(errand, failure)
            return checks.failed(errand, failure) + hooks.failed(errand, failure)
                + surveys.ended(errand, because: "\(failure)")
        case .hostEnded(let host, let status):
            // What it had said may still lie in its connections.
            hostEnded(host, status)
            return []
        case .launched, .launchFailed, .mainExited, .exited, .wroteOutput, .said, .ownerFound,
            .hostStarted, .hostFailed:
            return Event(event).map { [$0] } ?? []
        }
    }
}

extension Event {
    /// What the launcher tells the scheduler; output and errands are nothing it has to know of.
    init?(_ event: LaunchEvent) {
        switch event {
        case .launched(let run, let process): self = .launched(run, process: process)
        case .launchFailed(let run, let failure): self = .launchFailed(run, failure.fault)
        case .mainExited(let run, let status): self = .mainExited(run, status)
        case .exited(let run, let status, let usage): self = .exited(run, status, usage)
        case .said(let run, let words): self = .runSpoke(run, words, nil)
        case .ownerFound(let user, let name): self = .ownerFound(user, name: name)
        case .hostStarted(let host, let process): self = .hostStarted(host, process: process)
        case .hostFailed(let host, let failure): self = .hostFailed(host, failure.fault)
        case .hostEnded(let host, let status): self = .hostEnded(host, status)
        case .wroteOutput, .errandEnded, .errandFailed: return nil
        }
    }
}
