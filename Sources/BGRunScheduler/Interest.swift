// What the scheduler wants to be told of, beyond power and network.
import BGRunJob

/// Something that is observed only while somebody needs it.
package enum Interest: Hashable, Sendable {
    /// The machine's falling asleep and waking up. While it is observed the machine waits for `letSleep` before it
    /// sleeps, as long as it is willing to.
    case sleep
    /// The machine's shutdown. While it is observed the machine waits for `letShutdown`, as long as it is willing to.
    case shutdown
    /// Logins and unlocks.
    case sessions
    case path(WatchedPath)
    /// The machine's own zone.
    case localZone
    /// What a requirement rests on, where it is told by events.
    case subject(Subject)
}
