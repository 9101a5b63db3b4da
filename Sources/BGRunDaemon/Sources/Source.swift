// What the loop has events from: each source by the same verbs.
import BGRunCalendar
import BGRunLinux
import BGRunScheduler

/// A source of events.
protocol Source: AnyObject {
    /// When it wants attention although nothing came; an instant that has passed means at once.
    var attendAt: AwakeTime? { get }
    /// To be called when what it watches is ready.
    func news() throws(SystemError) -> [Event]
    /// To be called when its instant has come.
    func attend(at now: AwakeTime) -> [Event]
}

extension Source {
    var attendAt: AwakeTime? { nil }
    func attend(at now: AwakeTime) -> [Event] { [] }
}

/// Where a source watches: in the loop's queue, by a token of its own.
struct Post {
    let queue: EventQueue
    let token: UInt64

    func watch(_ number: Int32) throws(SystemError) { try queue.add(number, for: .read, token: token) }

    /// A descriptor that is not watched, or is no more, needs no leave.
    func leave(_ number: Int32) { try? queue.remove(number) }
}

/// All sources of the loop, attended to in the order in which they joined.
final class Sources {
    let queue: EventQueue
    private var members: [any Source] = []

    init(in queue: EventQueue) { self.queue = queue }

    /// Where the next to join is heard.
    var nextPost: Post {
        let token = Token.firstSource + UInt64(members.count)
        precondition(token < Token.firstConnection, "a source's token is no connection's")
        return Post(queue: queue, token: token)
    }

    /// Takes in one that was made with ``nextPost``, where it watches what it likes, when it likes.
    func join<Member: Source>(_ member: Member) -> Member {
        members.append(member)
        return member
    }

    /// Takes in one that is heard by one descriptor for ever; nil: it has none.
    func join(_ member: any Source, heardBy number: Int32?) throws(SystemError) {
        if let number { try nextPost.watch(number) }
        members.append(member)
    }

    /// What the source of a token has to tell; nil for a token that is no source's.
    func news(of token: UInt64) throws(SystemError) -> [Event]? {
        guard (Token.firstSource..<Token.firstConnection).contains(token) else { return nil }
        return try members[Int(token - Token.firstSource)].news()
    }

    /// When the first of them wants attention.
    var attendAt: AwakeTime? { members.compactMap(\.attendAt).min() }

    /// Attends to those whose instant has come.
    func attend(at now: AwakeTime) -> [Event] {
        members.flatMap { member -> [Event] in
            guard let instant = member.attendAt, instant <= now else { return [] }
            return member.attend(at: now)
        }
    }
}
