// In which order the effects of a turn stand; the simulation holds the scheduler to it.
import BGRunScheduler

extension Effect {
    /// The three stages of a turn, in which its effects stand and are performed.
    enum Stage: Int, Comparable, Sendable {
        case stop, save, promise
        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    var stage: Stage {
        switch self {
        case .signal, .adopt, .readPower: .stop
        case .save, .forget, .appendHistory, .rememberFinishedFile, .forgetFinishedFile, .rememberSilentPower:
            .save
        case .launch, .reply, .exit: .promise
        }
    }
}
