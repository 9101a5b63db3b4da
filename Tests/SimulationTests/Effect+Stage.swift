// In which order the effects of a turn stand; the simulation holds the scheduler to it.
import BGRunScheduler

extension Effect {
    /// The four stages of a turn, in which its effects stand and are performed.
    enum Stage: Int, Comparable, Sendable {
        case stop, save, promise, wish
        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    var stage: Stage {
        switch self {
        case .signal, .adopt, .readPower, .readPressure, .read, .abandon: .stop
        case .save, .forget, .appendHistory, .appendSkip, .savePause, .rememberFinishedFile,
            .forgetFinishedFile, .rememberSilentPower, .appendCondition, .appendHold:
            .save
        case .launch, .reply, .exit: .promise
        case .readPresence, .observe, .ignore, .notify, .holdAwake, .letSleep, .suspend: .wish
        }
    }
}
