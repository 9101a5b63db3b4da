// Jobs that are over: what has become of them, and what the next of their name goes on from.
import BGRunJob

/// The last jobs of each owner that have left the table, by an end of their own or cancelled before they ran.
///
/// A request of an application is a new job for each run, and so is what a script submits again each night. What comes under
/// the name of one that is over takes its past over, so that failures in a row are seen whoever counts them. While such a job
/// is in the table, the end of the one before it stays here unseen: where the request can't be stored, it shows again.
struct EndedJobs {
    /// So many of an owner are kept of each sort: what one leaves in masses does not push another out.
    private static let most = 20

    private enum Sort: CaseIterable {
        case job, task
        /// Cancelled before it ran: nothing is told of it.
        case untold
    }

    private struct Kind: Hashable {
        let owner: UserID
        let sort: Sort

        init(owner: UserID, _ sort: Sort) { (self.owner, self.sort) = (owner, sort) }

        init(_ job: EndedJob) {
            self.init(owner: job.id.owner, job.isTask ? .task : job.isTold ? .job : .untold)
        }

        static func all(of owner: UserID) -> [Kind] { Sort.allCases.map { Kind(owner: owner, $0) } }
    }

    /// The last to have ended stands last.
    private var kept: [Kind: [EndedJob]] = [:]

    subscript(id: JobID) -> EndedJob? {
        for kind in Kind.all(of: id.owner) {
            if let job = kept[kind]?.last(where: { $0.id == id }) { return job }
        }
        return nil
    }

    /// Keeps one.
    ///
    /// - Returns: The one that there is no room for any more.
    mutating func keep(_ job: EndedJob) -> EndedJob? {
        remove(job.id)
        kept[Kind(job), default: []].append(job)
        guard kept[Kind(job), default: []].count > Self.most else { return nil }
        // What has failed is to be seen to, and does not make room for what has not.
        let place = kept[Kind(job)]?.dropLast().firstIndex { $0.failures == nil } ?? 0
        return kept[Kind(job)]?.remove(at: place)
    }

    /// Those of before a restart, in any order.
    mutating func restore(_ jobs: [EndedJob]) {
        for job in jobs.sorted(by: { ($0.ended, $0.id) < ($1.ended, $1.id) }) { _ = keep(job) }
    }

    mutating func remove(_ id: JobID) {
        for kind in Kind.all(of: id.owner) {
            kept[kind]?.removeAll { $0.id == id }
            if kept[kind]?.isEmpty == true { kept[kind] = nil }
        }
    }

    /// - Returns: Those that were there.
    mutating func removeAll(of owner: UserID) -> [JobID] {
        Kind.all(of: owner).flatMap { kept.removeValue(forKey: $0) ?? [] }.map(\.id)
    }

    /// Those of an owner, or of everybody; the last to have ended first.
    func all(of owner: UserID?) -> [EndedJob] {
        let jobs =
            if let owner {
                Kind.all(of: owner).flatMap { kept[$0] ?? [] }
            } else {
                kept.values.flatMap(\.self)
            }
        return jobs.sorted { ($1.ended, $0.id) < ($0.ended, $1.id) }
    }
}

extension EndedJob {
    /// The same without what has become of it: what comes under its name begins anew.
    var untold: EndedJob {
        EndedJob(id: id, descriptor: descriptor, origin: origin, accepted: accepted, generation: generation)
    }

    /// Whether anything has become of it.
    fileprivate var isTold: Bool { lastRun != nil || lastSkip != nil }

    fileprivate var isTask: Bool { descriptor.program.applicationTask != nil }
}

extension Job {
    /// What stays of it when it is over.
    var end: EndedJob {
        EndedJob(
            id: id, descriptor: descriptor, origin: origin, accepted: accepted, lastRun: lastRun,
            lastSkip: progress.lastSkip, recent: progress.recent, failures: failures, hookFault: hookFault,
            generation: Int(generation))
    }

    /// Takes over what is told of one of its name that is over. Its schedule, and what somebody has switched, ended with it.
    mutating func goOn(from end: EndedJob) {
        lastRun = end.lastRun
        failures = end.failures
        progress.recent = end.recent
        progress.lastSkip = end.lastSkip
        noteDescriptor(after: end)
    }
}
