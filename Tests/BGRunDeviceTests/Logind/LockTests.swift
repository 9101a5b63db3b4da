// Whose sessions are locked, over a real bus.
import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunDevice

private let anna = UserID(1000)
private let ben = UserID(1001)

private let unlisted = Observation.unknown(
    "logind does not tell of the sessions: Permission denied (org.freedesktop.DBus.Error.AccessDenied)")

private func locks(_ users: [UserID: Bool]) -> Observation { .locks(LockReading(users: users)) }

// B-28
@Suite struct `Locked sessions` {
    private let machine: PrivateBus
    private let follower: MachineFollower

    init() throws {
        machine = try PrivateBus.withLogind()
        follower = try MachineFollower(machine.address)
    }

    @Test func `are those of each user, all of them`() throws {
        try machine.play("add 1 1000")
        try machine.play("add 2 1000")
        try machine.play("add 3 1001")
        try machine.play("lock 1 1")
        follower.logind.observesLocks = true
        try follower.expect(locks([anna: false, ben: false]), of: .locks)
        try machine.play("lock 2 1")
        try follower.expect(locks([anna: true, ben: false]), of: .locks)
        try machine.play("lock 1 0")
        try follower.expect(locks([anna: false, ben: false]), of: .locks)
        try machine.play("remove 3")
        try follower.expect(locks([anna: false]), of: .locks)
    }

    @Test func `are told at once where nobody has a session, and once`() throws {
        follower.logind.observesLocks = true
        try follower.expect(locks([:]), of: .locks)
        try machine.play("add 1 120 greeter")
        try machine.play("add 2 1000")
        try follower.expect(locks([anna: false]), of: .locks)
    }

    @Test func `are unknown where logind does not list the sessions, and known when it does`() throws {
        try machine.play("add 1 1000")
        try machine.play("refuse ListSessions")
        follower.logind.observesLocks = true
        try follower.expect(unlisted, of: .locks)
        // Any word of logind's is an occasion to ask again.
        try machine.play("admit ListSessions")
        try machine.play("lock 1 1")
        try follower.expect(locks([anna: true]), of: .locks)
    }

    @Test func `are not those of people who came over the network`() throws {
        try machine.play("add 1 1000")
        try machine.play("add 2 1000")
        try machine.play("machine session 2 Type s tty")
        try machine.play("machine remote 2")
        try machine.play("lock 1 1")
        follower.logind.observesLocks = true
        try follower.expect(locks([anna: true]), of: .locks)
    }

    @Test func `are not those that their user has left`() throws {
        try machine.play("add 1 1000")
        follower.logind.observesLocks = true
        try follower.expect(locks([anna: false]), of: .locks)
        try machine.play("state 1 closing")
        // State has no signal; this comes with it.
        try machine.play("machine session 1 Active b 0")
        try follower.expect(locks([:]), of: .locks)
    }

    @Test func `are unknown without logind, and known again when it is back`() throws {
        follower.logind.observesLocks = true
        try follower.expect(locks([:]), of: .locks)
        try machine.play("stop-logind")
        try follower.expect(.unknown("logind has left the system bus"), of: .locks)
        try machine.play("start-logind")
        try follower.expect(locks([:]), of: .locks)
        follower.logind.observesLocks = false
        #expect(!follower.bus.isOpen)
    }

    @Test func `are not locked by a value of another type`() throws {
        try machine.play("add 1 1000")
        try machine.play("machine session 1 LockedHint s 1")
        follower.logind.observesLocks = true
        try follower.expect(locks([anna: false]), of: .locks)
    }

    @Test func `are told to one who asks later as well`() throws {
        try machine.play("add 1 1000")
        follower.idle.observe()
        _ = try follower.values(of: .idle) { _ in true }
        follower.logind.observesLocks = true
        try follower.expect(locks([anna: false]), of: .locks)
    }
}
