// What has changed, kept until all who follow the changes were told.
import BGRunJob
import BGRunScheduler
import BGRunWire

/// The newest changes, for all listeners together; each is told them as they read.
struct EventLog {
    /// One change: the message that tells of it, and who may see it; nil for everybody.
    private struct Entry {
        let message: [UInt8]
        let audience: Set<UserID>?

        func isFor(_ user: UserID) -> Bool { user == .root || audience?.contains(user) ?? true }
    }

    /// Who is further behind is hung up on: a stream has no holes.
    static let mostEntries = 16_384
    static let mostBytes = 4 << 20
    /// Changes that are looked at for a listener before it is somebody else's turn.
    private static let stretch = 512

    private var entries: [Entry] = []
    private var bytes = 0
    /// The number of the change that comes next.
    private(set) var end: UInt64 = 0

    var isEmpty: Bool { entries.isEmpty }

    private var first: UInt64 { end - UInt64(entries.count) }

    /// What nobody who listens may see is left out.
    ///
    /// - Parameter users: Who listens.
    mutating func add(_ transitions: [Transition], for users: Set<UserID>, _ scheduler: Scheduler) {
        for transition in transitions {
            let audience = scheduler.audience(of: transition, among: users)
            if let audience, audience.isDisjoint(with: users), !users.contains(.root) { continue }
            let message = EventsCall.Reply(event: transition).streamed
            entries.append(Entry(message: message, audience: audience))
            bytes += message.count
            end += 1
        }
        var (surplus, left) = (max(0, entries.count - Self.mostEntries), bytes)
        for entry in entries[..<surplus] { left -= entry.message.count }
        while left > Self.mostBytes {
            left -= entries[surplus].message.count
            surplus += 1
        }
        removeFirst(surplus)
    }

    /// Whether something is to be done about a listener now: they are to be told, or hung up on.
    func isFor(listenerAt next: UInt64, hasRoom: Bool) -> Bool { next < first || next < end && hasRoom }

    /// Tells a listener what comes after what they know, as far as they read.
    ///
    /// - Parameter next: The first change that they were not told.
    func tell(_ next: inout UInt64, to user: UserID, _ conversation: inout Conversation) {
        guard next >= first else {
            conversation.drop()
            return
        }
        for _ in 0..<Self.stretch where conversation.hasRoom && next < end {
            let entry = entries[Int(next - first)]
            if entry.isFor(user) { conversation.stream(entry.message) }
            next += 1
        }
    }

    /// All who listen know what came before.
    mutating func forget(before next: UInt64) {
        if next > first { removeFirst(Int(min(next, end) - first)) }
    }

    private mutating func removeFirst(_ count: Int) {
        for entry in entries[..<count] { bytes -= entry.message.count }
        entries.removeFirst(count)
        // Its room goes too.
        if entries.isEmpty { entries = [] }
    }
}

extension Scheduler {
    /// Of conditions that are nobody's own, a user sees those that their jobs ask for: the others name what others have.
    fileprivate func audience(of transition: Transition, among users: Set<UserID>) -> Set<UserID>? {
        if let owner = transition.owner { return [owner] }
        guard case .conditionChanged(let condition) = transition.change else { return nil }
        // In a loop: a closure would copy all that the scheduler is made of.
        var audience: Set<UserID> = []
        for user in users where shows(condition: condition.text, to: user) { audience.insert(user) }
        return audience
    }
}
