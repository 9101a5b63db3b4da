// The names of jobs in the order in which people read them, found piece by piece.
import BGRunJob
import HeapModule

/// Names of jobs, by identifier and then by owner.
///
/// An owner's names are sorted at once; those of all owners, which only root asks for, are merged one by one, since sorting
/// a hundred thousand would hold the daemon for everybody. A job that leaves before its turn has come is not there any
/// more, and one that is new is not in the list.
///
/// A class, as what is left is taken from in place: a value would be copied with each step.
package final class JobList {
    /// What is left of one owner's names; never empty.
    private struct Part: Comparable, Sendable {
        var names: ArraySlice<JobID>

        static func < (left: Part, right: Part) -> Bool {
            left.names[left.names.startIndex] < right.names[right.names.startIndex]
        }
    }

    /// Owners whose names were not looked at yet.
    private var owners: [UserID]
    private var parts = Heap<Part>()
    /// Jobs without it are passed over.
    private let tag: Label?
    /// Whether it is of one job that somebody has asked for.
    package let isOne: Bool

    init(of owners: [UserID], tagged tag: Label? = nil) {
        self.owners = owners
        self.tag = tag
        isOne = false
    }

    /// Of one job.
    package init(of job: JobID) {
        owners = []
        tag = nil
        isOne = true
        add([job])
    }

    /// About how much memory it takes.
    package var bytes: Int { parts.unordered.reduce(0) { $0 + $1.names.count } * MemoryLayout<JobID>.stride }

    /// One step: reads an owner's names, or gives the next one.
    package func next(in scheduler: Scheduler) -> ListStep<JobID> {
        if let owner = owners.popLast() {
            add(scheduler.jobs.ids(of: owner)[...])
            return .nothing
        }
        guard var part = parts.popMin() else { return .end }
        guard let name = part.names.popFirst() else { return .nothing }
        add(part.names)
        return scheduler.has(tag, name) ? .element(name) : .nothing
    }

    private func add(_ names: ArraySlice<JobID>) {
        if !names.isEmpty { parts.insert(Part(names: names)) }
    }
}

/// What came of one step through a list.
package enum ListStep<Element: Sendable>: Sendable {
    case element(Element)
    /// Something was looked at that is not shown.
    case nothing
    case end
}
