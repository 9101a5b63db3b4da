// What clients' calls and unread answers take of the daemon's memory, and who waits for room.
import BGRunCalendar
import BGRunJob

/// The bytes that all connections hold, each user's and in sum.
///
/// A little of each connection is free. Beyond it a user's connections share a room for calls that have not come whole
/// yet, and one for answers that were not read yet; so do all users but root. Who finds no room waits, which the kernel
/// passes on to the client. So nobody's connections take the memory of others, and no user keeps another waiting as long
/// as the sum holds.
struct Holdings {
    /// Of each connection, calls and answers each. An ordinary call and its answer are smaller.
    static let free = 16 << 10
    static let perUser = 4 << 20
    static let inAll = 32 << 20
    /// How long a connection may hold its room without a byte, while another one waits for it.
    static let patience = Duration.seconds(30)

    /// What one connection holds.
    struct Share: Equatable {
        var unread = 0
        var unsent = 0
        /// Counts up with each byte that came or went.
        var moved: UInt64 = 0

        fileprivate var beyond: Sum { Sum(unread: max(0, unread - free), unsent: max(0, unsent - free)) }

        /// Whether it holds anything that others could have.
        fileprivate var isBeyond: Bool { unread > free || unsent > free }
    }

    fileprivate struct Sum {
        var unread = 0
        var unsent = 0

        static func += (left: inout Sum, right: Sum) {
            left.unread += right.unread
            left.unsent += right.unsent
        }

        static func -= (left: inout Sum, right: Sum) {
            left.unread -= right.unread
            left.unsent -= right.unsent
        }
    }

    /// What a connection waits for.
    enum Wish: CaseIterable { case call, answer }

    private var shares: [UInt64: (user: UserID, share: Share)] = [:]
    private var users: [UserID: Sum] = [:]
    /// Of all users but root.
    private var sum = Sum()
    /// Connections that wait for room to be read from, and for room for their answer.
    private var waiting: [Wish: Set<UInt64>] = [:]
    /// When those that hold on to their room are looked at, and how much each had moved when somebody began to wait.
    private var judgement: (at: AwakeTime, moved: [UInt64: UInt64])?

    // MARK: - Counting

    /// Takes note of what a connection holds now.
    mutating func note(_ share: Share, of connection: UInt64, _ user: UserID) {
        take(connection)
        shares[connection] = (user, share)
        users[user, default: Sum()] += share.beyond
        if user != .root { sum += share.beyond }
    }

    mutating func forget(_ connection: UInt64) {
        take(connection)
        for wish in Wish.allCases { waiting[wish]?.remove(connection) }
    }

    private mutating func take(_ connection: UInt64) {
        guard let (user, share) = shares.removeValue(forKey: connection) else { return }
        users[user, default: Sum()] -= share.beyond
        if users[user]?.unread == 0, users[user]?.unsent == 0 { users[user] = nil }
        if user != .root { sum -= share.beyond }
    }

    /// What a user's connections hold beyond what is free.
    func bytes(of user: UserID) -> (unread: Int, unsent: Int) {
        let held = users[user] ?? Sum()
        return (held.unread, held.unsent)
    }

    // MARK: - Room

    /// How many bytes may be read from a connection now.
    ///
    /// Of a user's connections with half a call the first may always go on. Else many halves would fill the room, and
    /// none of them would ever be whole. Where users are so many that the first of each take twice the room of all, the
    /// first of all may.
    func room(for connection: UInt64, of user: UserID) -> Int {
        let unread = shares[connection]?.share.unread ?? 0
        let mayGoOn =
            sum.unread < 2 * Self.inAll || user == .root || firstReader { $0 != .root } == connection
        let isFirst = unread > Self.free && mayGoOn && firstReader { $0 == user } == connection
        let room =
            Self.free - min(unread, Self.free)
            + left(for: user, own: users[user]?.unread ?? 0, all: sum.unread)
        return isFirst ? max(room, Self.perUser) : room
    }

    private func firstReader(of users: (UserID) -> Bool) -> UInt64? {
        var first: UInt64?
        for (token, holder) in shares where holder.share.unread > Self.free && users(holder.user) {
            first = min(first ?? token, token)
        }
        return first
    }

    /// Whether an answer may be made for a user. It may be larger than what is left: how large it is, shows when it is
    /// made.
    func mayAnswer(_ user: UserID) -> Bool {
        left(for: user, own: users[user]?.unsent ?? 0, all: sum.unsent) > 0
    }

    private func left(for user: UserID, own: Int, all: Int) -> Int {
        max(0, user == .root ? Self.perUser - own : min(Self.perUser - own, Self.inAll - all))
    }

    // MARK: - Waiting

    mutating func wait(_ connection: UInt64, for wish: Wish, at now: AwakeTime) {
        waiting[wish, default: []].insert(connection)
        if judgement == nil { judgement = (now.advanced(by: Self.patience), moved) }
    }

    func isWaiting(_ connection: UInt64, for wish: Wish) -> Bool {
        waiting[wish]?.contains(connection) == true
    }

    /// Those for whom there may be room now; each is asked for once.
    mutating func takeReady() -> [UInt64] {
        if judgement == nil { return [] }
        var all: Set<UInt64> = []
        for (wish, connections) in waiting {
            let ready = connections.filter { connection in
                guard let (user, _) = shares[connection] else { return true }
                switch wish {
                case .call: return room(for: connection, of: user) > 0
                case .answer: return mayAnswer(user)
                }
            }
            waiting[wish]?.subtract(ready)
            all.formUnion(ready)
        }
        if !isAwaited { judgement = nil }
        return all.sorted()
    }

    private var isAwaited: Bool { waiting.values.contains { !$0.isEmpty } }

    /// When somebody has waited for long enough; nil while nobody waits.
    var attendAt: AwakeTime? { judgement?.at }

    /// Those who are hung up on, since they have kept others from their room and not moved a byte.
    mutating func takeStalled(at now: AwakeTime) -> [UInt64] {
        guard let (instant, before) = judgement, instant <= now else { return [] }
        let all = waiting.values.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
        let users = Set(all.compactMap { shares[$0]?.user })
        let isFull = sum.unread >= Self.inAll || sum.unsent >= Self.inAll
        let stalled = before.filter { connection, moved in
            guard let (user, share) = shares[connection], share.moved == moved, share.isBeyond,
                waiting[.call]?.contains(connection) != true
            else { return false }
            return users.contains(user) || isFull && user != .root
        }
        judgement = isAwaited ? (now.advanced(by: Self.patience), moved) : nil
        return stalled.keys.sorted()
    }

    /// How much everyone with more than the free part has moved.
    private var moved: [UInt64: UInt64] {
        shares.filter(\.value.share.isBeyond)
            .mapValues(\.share.moved)
    }
}
