// How a run's main process left, and what its job takes that for.
import BGRunJob

/// The end of a main process, as its job understands it.
package struct Exit: Hashable, Sendable {
    package enum Meaning: Hashable, Sendable {
        case success
        /// "Not now".
        case deferral
        case failure
        /// A failure while something that it requires was lost already: that is what it failed of.
        case lack(StopOrder)
        /// Nobody could learn it.
        case unknown
    }

    package let status: ExitStatus
    package let meaning: Meaning

    package init(_ status: ExitStatus, _ meaning: Meaning) {
        self.status = status
        self.meaning = meaning
    }

    /// As the job's descriptor has it.
    init(_ status: ExitStatus, of descriptor: JobDescriptor) {
        let meaning: Meaning =
            switch status {
            case .code(let code):
                descriptor.isSuccess(code) ? .success : descriptor.isDeferral(code) ? .deferral : .failure
            case .completed(let isSuccess): isSuccess ? .success : .failure
            case .signal, .abandoned: .failure
            case .lost: .unknown
            }
        self.init(status, meaning)
    }

    /// Success is success, also inside the grace period, unless the run hung. After a stop anything else takes the outcome of the stop's
    /// reason.
    func outcome(after stop: StopOrder?) -> Outcome {
        if meaning == .success, stop?.reason.mayEndWell ?? true { return .succeeded }
        if let stop { return stop.reason.outcome }
        switch meaning {
        case .success: return .succeeded
        case .deferral: return .deferred
        case .failure: return .failed
        case .lack(let order): return order.reason.outcome
        case .unknown: return .interrupted
        }
    }

    /// What it lacked as it failed.
    var lack: StopOrder? {
        if case .lack(let order) = meaning { order } else { nil }
    }
}
