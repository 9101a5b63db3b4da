// Why a run was told to end, and which outcome that leads to.

/// The reason behind an expiration. A run that is sent SIGTERM always has one, and can read it.
package enum StopReason: Hashable, Sendable, CustomStringConvertible {
    case timeBudget
    /// It gave no sign of life for as long as its watchdog says, or has said itself that it hangs.
    case unresponsive
    case requirementLost(Requirement.Kind)
    /// The hours in which the job may run have ended.
    case allowedHours
    case systemSleep
    case shutdown
    case preempted
    /// `bgrun stop`: end this run, keep the job.
    case userRequest
    /// Of a service: it is paused or disabled, and would go on for ever.
    case held
    /// Of a service: what was submitted since takes its place.
    case replaced
    case cancelled
    /// The daemon died under the run and found it, or what was left of it, at its next start.
    case daemonRestart

    /// The spelling in the stop-reason file, the log, history and `--reason`:
    /// `requirementLost:externalPower`.
    package var description: String {
        switch self {
        case .timeBudget: "timeBudget"
        case .unresponsive: "unresponsive"
        case .requirementLost(let requirement): "requirementLost:\(requirement.rawValue)"
        case .allowedHours: "allowedHours"
        case .systemSleep: "systemSleep"
        case .shutdown: "shutdown"
        case .preempted: "preempted"
        case .userRequest: "userRequest"
        case .held: "held"
        case .replaced: "replaced"
        case .cancelled: "cancelled"
        case .daemonRestart: "daemonRestart"
        }
    }

    package static let all: [StopReason] =
        [.timeBudget, .unresponsive] + Requirement.Kind.allCases.map { .requirementLost($0) }
        + [
            .allowedHours, .systemSleep, .shutdown, .preempted, .userRequest, .held, .replaced, .cancelled,
            .daemonRestart,
        ]

    package init?(_ text: String) {
        guard let reason = Self.all.first(where: { $0.description == text }) else { return nil }
        self = reason
    }

    /// Whether a run that ends well inside its grace period has succeeded. What hung has not done its work, however well its
    /// handler of the signal leaves.
    package var mayEndWell: Bool { self != .unresponsive }

    /// The outcome of a run that ended because of this and did not succeed inside its grace period.
    package var outcome: Outcome {
        switch self {
        case .timeBudget: .expired
        case .unresponsive: .failed
        case .requirementLost, .allowedHours, .systemSleep, .shutdown, .preempted, .userRequest, .held,
            .replaced, .daemonRestart:
            .interrupted
        case .cancelled: .cancelled
        }
    }
}

extension StopReason {
    /// As a clause behind a colon: `external power was lost`.
    package var words: String {
        switch self {
        case .timeBudget: "its time budget was used up"
        case .unresponsive: "it gave no sign of life"
        case .requirementLost(let kind): "\(kind.row.title) was lost"
        case .allowedHours: "its allowed hours were over"
        case .systemSleep: "the machine went to sleep"
        case .shutdown: "the daemon was shutting down"
        case .preempted: "other work came first"
        case .userRequest: "it was stopped by hand"
        case .held: "it was paused or disabled"
        case .replaced: "a newer request took its place"
        case .cancelled: "it was cancelled"
        case .daemonRestart: "the daemon had ended under it"
        }
    }
}
