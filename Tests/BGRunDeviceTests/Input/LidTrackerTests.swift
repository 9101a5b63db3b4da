// Whether the lid is open, over a real bus.
import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunDevice

private let noLid = Observation.unknown("this machine tells of no lid")

// B-29
@Suite struct `The lid` {
    private let machine: PrivateBus
    private let follower: MachineFollower

    init() throws {
        machine = try PrivateBus("start-bus")
        follower = try MachineFollower(machine.address)
    }

    @Test func `is where UPower says it is, each change once`() throws {
        try machine.play("start upower")
        follower.lid.observe()
        try follower.expect(.lid(.open), of: .lid)
        try machine.play("machine set upower LidIsClosed b 1")
        try follower.expect(.lid(.closed), of: .lid)
        try machine.play("machine set upower LidIsClosed b 1")
        try machine.play("machine set upower LidIsClosed b 0")
        try follower.expect(.lid(.open), of: .lid)
    }

    @Test func `is unknown on a machine that has none`() throws {
        try machine.play("start upower")
        try machine.play("machine set upower LidIsPresent b 0")
        follower.lid.observe()
        try follower.expect(noLid, of: .lid)
        try machine.play("machine set upower LidIsPresent b 1")
        try follower.expect(.lid(.open), of: .lid)
    }

    @Test func `is unknown without UPower, and known when it comes, goes and comes back`() throws {
        follower.lid.observe()
        try follower.expect(noLid, of: .lid)
        try machine.play("start upower")
        try follower.expect(.lid(.open), of: .lid)
        try machine.play("stop upower")
        try follower.expect(noLid, of: .lid)
        try machine.play("start upower")
        try follower.expect(.lid(.open), of: .lid)
    }

    @Test func `is not moved by a stranger, nor by a value of another type`() throws {
        try machine.play("start upower")
        follower.lid.observe()
        try follower.expect(.lid(.open), of: .lid)
        try machine.play("machine forge upower LidIsClosed b 1")
        try machine.play("machine set upower LidIsClosed s 1")
        try follower.expect(noLid, of: .lid)
        try machine.play("machine set upower LidIsClosed b 1")
        try follower.expect(.lid(.closed), of: .lid)
    }

    @Test func `is unknown where its switch can't be read, with the reason in words`() throws {
        let pipe = try follower.addDevice("event0", kinds: "21", switches: "1")
        follower.lid.observe()
        try follower.expect(
            .unknown(
                "this machine tells of no lid: the switch can't be read: Inappropriate ioctl for device"),
            of: .lid)
        withExtendedLifetime(pipe) {}
    }

    @Test func `is nobody's when nobody asks any more`() throws {
        try machine.play("start upower")
        follower.lid.observe()
        try follower.expect(.lid(.open), of: .lid)
        follower.lid.ignore()
        #expect(!follower.bus.isOpen)
        follower.lid.observe()
        try follower.expect(.lid(.open), of: .lid)
    }
}
