// What one program of the daemon's leaves to the next one in the same process.
import BGRunLaunch
import BGRunScheduler

/// The runs that go on, with the descriptors by which they are held, and what else is open.
///
/// The store has all else: the next program opens it as after a crash. What of a run can't be taken over, or a handover that
/// can't be read, is what a crash would have left.
struct Handover: Equatable, Sendable {
    /// A run that goes on, and its processes.
    struct HandedRun: Equatable, Sendable {
        let run: ContinuedRun
        let tree: HandedTree
    }

    /// The newest form. One that is told of another knows nothing of it, and begins as after a crash.
    static let form: Int64 = 1

    var runs: [HandedRun] = []
    /// Errands, which nobody waits for any more.
    var left: [HandedTree] = []
    /// The socket that clients connect to, where the service manager does not keep it.
    var listener: Int32?

    var descriptors: Set<Int32> {
        Set(runs.flatMap(\.tree.descriptors) + left.flatMap(\.descriptors) + [listener].compactMap(\.self))
    }
}
