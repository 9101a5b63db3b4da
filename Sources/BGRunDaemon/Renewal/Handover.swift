// What one program of the daemon's leaves to the next one in the same process.
import BGRunJSON
import BGRunLaunch
import BGRunScheduler

/// The runs that go on, with the descriptors by which they are held, and what else is open.
///
/// The store has all else: the next program opens it as after a crash. A run that can't be read or taken over is what a crash
/// would have left of it, and no other: part of what stands here are words of programs. A handover that can't be read at all is
/// what a crash would have left of everything.
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
    /// How many runs stood there in a form that is not known.
    var unreadable = 0

    /// What one is read with: we have written it ourselves, in a file that nobody else can write, so a run's words may be whatever
    /// the daemon has let through. The size is more than all runs and their words ever take.
    static let limits = JSONLimits(bytes: 64 << 20, depth: 8, marks: .max)

    var descriptors: Set<Int32> {
        Set(runs.flatMap(\.tree.descriptors) + left.flatMap(\.descriptors) + [listener].compactMap(\.self))
    }
}
