// What is kept of a job that is over.
import BGRunCalendar

/// A job that has left by an end of its own, as it was then.
///
/// It has no occurrence, so nothing that reads it can take it for a job to be run.
package struct EndedJob: Hashable, Sendable {
    package var id: JobID
    package var descriptor: JobDescriptor
    package var origin: JobRecord.Origin
    package var accepted: WallTime
    package var lastRun: JobRecord.LastRun?
    package var lastSkip: Skip?
    package var recent: RecentEnds
    package var failures: Failing?
    package var hookFault: HookReport?
    /// Counts the descriptors that it has had, from 1.
    package var generation: Int

    package init(
        id: JobID, descriptor: JobDescriptor, origin: JobRecord.Origin, accepted: WallTime,
        lastRun: JobRecord.LastRun? = nil, lastSkip: Skip? = nil, recent: RecentEnds = RecentEnds(),
        failures: Failing? = nil, hookFault: HookReport? = nil, generation: Int = 1
    ) {
        self.id = id
        self.descriptor = descriptor
        self.origin = origin
        self.accepted = accepted
        self.lastRun = lastRun
        self.lastSkip = lastSkip
        self.recent = recent
        self.failures = failures
        self.hookFault = hookFault
        self.generation = generation
    }

    /// When its last run ended; of one that had none, when it was accepted.
    package var ended: WallTime { lastRun?.ended ?? accepted }
}
