// What connections hold in memory, counted in bytes: who has room, who waits, and who is hung up on.
import BGRunCalendar
import BGRunJob
import Testing

@testable import BGRunDaemon

// B-48
@Suite struct `Connections hold` {
    private let anna = UserID(1000)
    private let ben = UserID(1001)
    private let start = AwakeTime(microseconds: 0)

    private func share(unread: Int = 0, unsent: Int = 0, moved: UInt64 = 0) -> Holdings.Share {
        Holdings.Share(unread: unread, unsent: unsent, moved: moved)
    }

    @Test func `four megabytes of each user's calls, beside the first of each connection`() {
        var holdings = Holdings()
        var read = 0
        // Each gives as much as is taken, and none ever ends its call.
        for connection in 1...64 as ClosedRange<UInt64> {
            let room = min(1 << 20, holdings.room(for: connection, of: anna))
            holdings.note(share(unread: room), of: connection, anna)
            read += room
        }
        #expect(read == 64 * Holdings.free + Holdings.perUser)
        #expect(holdings.bytes(of: anna) == (Holdings.perUser, 0))
        #expect(holdings.room(for: 100, of: ben) == Holdings.free + Holdings.perUser)
        holdings.forget(1)
        #expect(holdings.room(for: 100, of: anna) > Holdings.free)
    }

    @Test func `no end of halves: the first of a user's is read to its end`() {
        var holdings = Holdings()
        for connection in 1...5 as ClosedRange<UInt64> {
            holdings.note(share(unread: 900 << 10), of: connection, anna)
        }
        #expect(holdings.room(for: 1, of: anna) >= 1 << 20)
        #expect(holdings.room(for: 2, of: anna) == 0)
        #expect(holdings.room(for: 6, of: anna) == Holdings.free)
    }

    @Test func `no further answer while a user's are unread, and others are answered`() {
        var holdings = Holdings()
        #expect(holdings.mayAnswer(anna))
        holdings.note(share(unsent: 5 << 20), of: 1, anna)
        #expect(!holdings.mayAnswer(anna))
        #expect(holdings.mayAnswer(ben))
        #expect(holdings.room(for: 2, of: anna) > 0)
        holdings.note(share(unsent: 4 << 20), of: 1, anna)
        #expect(holdings.mayAnswer(anna))
    }

    @Test func `so much in sum, of which root needs nothing`() {
        var holdings = Holdings()
        for connection in 1...20 as ClosedRange<UInt64> {
            let user = UserID(1000 + UInt32(connection))
            let room = min(4 << 20, holdings.room(for: connection, of: user))
            holdings.note(share(unread: room, unsent: 4 << 20), of: connection, user)
        }
        #expect(holdings.room(for: 30, of: ben) == Holdings.free)
        #expect(!holdings.mayAnswer(UserID(3000)))
        #expect(holdings.mayAnswer(.root))
        #expect(holdings.room(for: 31, of: .root) == Holdings.free + Holdings.perUser)
    }

    @Test
    func
        `no more than twice that, however many users begin a call each, and the first of all is read to its end`()
    {
        var holdings = Holdings()
        let connections = 1...300 as ClosedRange<UInt64>
        func user(of connection: UInt64) -> UserID { UserID(1000 + UInt32(connection)) }
        for connection in connections {
            holdings.note(share(unread: 32 << 10), of: connection, user(of: connection))
        }
        var read = 0
        for connection in connections.reversed() {
            let more = min(1 << 20 - 32 << 10, holdings.room(for: connection, of: user(of: connection)))
            holdings.note(share(unread: 32 << 10 + more), of: connection, user(of: connection))
            read += 32 << 10 + more
        }
        #expect(read < 2 * Holdings.inAll + 300 * Holdings.free + 2 << 20)
        #expect(holdings.room(for: 1, of: user(of: 1)) >= 1 << 20)
        #expect(holdings.room(for: 2, of: user(of: 2)) == 0)
    }

    @Test func `their room for as long as they move, and half a minute at most where others wait`() {
        var holdings = Holdings()
        holdings.note(share(unsent: 3 << 20, moved: 1), of: 1, anna)
        holdings.note(share(unsent: 3 << 20, moved: 1), of: 2, anna)
        holdings.note(share(unsent: 3 << 20, moved: 1), of: 3, ben)
        #expect(holdings.attendAt == nil)
        holdings.note(share(), of: 4, anna)
        holdings.wait(4, for: .answer, at: start)
        #expect(holdings.takeReady() == [])
        #expect(holdings.attendAt == start.advanced(by: .seconds(30)))
        #expect(holdings.takeStalled(at: start.advanced(by: .seconds(29))) == [])
        // One has read a little of its answer, and Ben keeps nobody waiting.
        holdings.note(share(unsent: (3 << 20) - 5, moved: 6), of: 2, anna)
        #expect(holdings.takeStalled(at: start.advanced(by: .seconds(30))) == [1])
        holdings.forget(1)
        #expect(holdings.takeReady() == [4])
        #expect(holdings.attendAt == nil)
    }

    @Test func `what they have given back nobody hangs up on them for`() {
        var holdings = Holdings()
        for connection in 1...2 as ClosedRange<UInt64> {
            holdings.note(share(unsent: 3 << 20, moved: 1), of: connection, anna)
        }
        holdings.wait(4, for: .answer, at: start)
        // The names of a list are given back without a byte.
        holdings.note(share(moved: 1), of: 2, anna)
        #expect(holdings.takeStalled(at: start.advanced(by: .seconds(30))) == [])
        holdings.note(share(unsent: 5 << 20, moved: 1), of: 1, anna)
        holdings.note(share(), of: 4, anna)
        holdings.wait(4, for: .answer, at: start)
        #expect(holdings.takeStalled(at: start.advanced(by: .seconds(60))) == [1])
    }

    @Test func `nothing any more when they have gone`() {
        var holdings = Holdings()
        holdings.note(share(unread: 1 << 20, unsent: 1 << 20), of: 1, anna)
        holdings.note(share(unread: 1 << 20, unsent: 1 << 20), of: 2, .root)
        holdings.wait(1, for: .call, at: start)
        holdings.forget(1)
        holdings.forget(2)
        #expect(holdings.bytes(of: anna) == (0, 0))
        #expect(holdings.bytes(of: .root) == (0, 0))
        #expect(holdings.takeReady() == [])
        #expect(holdings.attendAt == nil)
    }
}
