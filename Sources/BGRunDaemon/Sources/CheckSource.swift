// Questions that a process of the owner's answers, as a source of events.
import BGRunJob
import BGRunLaunch
import BGRunScheduler

/// Starts an errand for each question, and turns its end into the answer.
///
/// Each question gets one answer. One that is abandoned gets none, whatever its process does yet.
final class CheckSource {
    private let launcher: Launcher
    private let daemonUser: UserID
    private let onlineCheck: OnlineCheck?
    /// What is being asked; an errand that was abandoned is not in it.
    private var underway: [ErrandID: Check] = [:]

    /// - Parameters:
    ///   - daemonUser: Asks what is asked for all users.
    ///   - onlineCheck: The connectivity check of the policy; without one, none is asked for.
    init(_ launcher: Launcher, daemonUser: UserID, onlineCheck: OnlineCheck?) {
        self.launcher = launcher
        self.daemonUser = daemonUser
        self.onlineCheck = onlineCheck
    }

    /// Asks. What can't be started is answered at once; what is being asked already is answered once.
    func read(_ check: Check) -> [Event] {
        if underway.values.contains(check) { return [] }
        do throws(LaunchFailure) {
            let user = check.question == .online ? daemonUser : check.owner
            underway[try launcher.start(Errand(program(of: check.question), for: user))] = check
            return []
        } catch {
            return [Self.answer(check, error)]
        }
    }

    /// Ends the process, and asks no more.
    func abandon(_ check: Check) {
        for (errand, asked) in underway where asked == check {
            underway[errand] = nil
            launcher.endErrand(errand)
        }
    }

    /// An errand has ended: the answer, where it was a question's.
    func ended(_ errand: ErrandID, _ status: ExitStatus) -> [Event] {
        guard let check = underway.removeValue(forKey: errand) else { return [] }
        return [Self.answer(check, status == .code(0), Self.words(status, check.question))]
    }

    /// An errand did not begin: the answer, where it was a question's.
    func failed(_ errand: ErrandID, _ failure: LaunchFailure) -> [Event] {
        guard let check = underway.removeValue(forKey: errand) else { return [] }
        return [Self.answer(check, failure)]
    }

    private static func answer(_ check: Check, _ failure: LaunchFailure) -> Event {
        .observed(.check(check), .unknown("the check could not be started: \(failure)"))
    }

    private func program(of question: Check.Question) -> Errand.Program {
        switch question {
        case .command(let command): return .command(command.arguments)
        case .reachable(let endpoint): return .ourselves(ErrandMode.checkReachable(endpoint).arguments)
        case .online:
            guard let onlineCheck else {
                preconditionFailure("a connectivity check is asked for that no policy describes")
            }
            return .ourselves(ErrandMode.checkOnline(onlineCheck).arguments)
        }
    }

    private static func answer(_ check: Check, _ holds: Bool, _ reason: String) -> Event {
        .observed(.check(check), .answered(holds, reason))
    }

    /// To follow a program's name, or a host that does not answer.
    private static func words(_ status: ExitStatus, _ question: Check.Question) -> String {
        switch (question, status) {
        case (.reachable, .code(ErrandMode.noAnswer)): "no connection could be opened"
        case (.reachable, .code(ErrandMode.noAddress)): "its name has no address"
        case (.reachable, .code(0)): "a connection was opened"
        case (.online, .code(ErrandMode.noAnswer)): "no server answered"
        case (.online, .code(ErrandMode.noAddress)): "its host has no address"
        case (.online, .code(ErrandMode.otherAnswer)):
            "another page came, as behind a captive portal"
        case (.online, .code(0)): "the page came"
        case (_, .code(let code)): "exited with \(code)"
        case (_, .signal(let number)): "was killed by signal \(number)"
        case (_, .lost), (_, .completed), (_, .abandoned): "ended, and nobody knows how"
        }
    }
}
