// Whether the machine saves power, over a real bus.
import BGRunJob
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDevice

private func profile(_ name: String, isOn: Bool = false) -> Observation {
    .powerSaver(PowerSaverReading(isOn: isOn, profile: name))
}

private let nothing = Observation.unknown(
    "power-profiles-daemon is not on the system bus, and the firmware has no power profiles")

// B-29
@Suite struct `The power profile` {
    private let machine: PrivateBus
    private let follower: MachineFollower

    init() throws {
        machine = try PrivateBus("start-bus")
        follower = try MachineFollower(machine.address)
    }

    @Test(arguments: ["profiles", "old-profiles"])
    func `is the one that its daemon says, by either name`(_ daemon: String) throws {
        try machine.play("start \(daemon)")
        follower.powerSaver.observe()
        try follower.expect(profile("balanced"), of: .powerSaver)
        try machine.play("machine set \(daemon) ActiveProfile s power-saver")
        try follower.expect(profile("power-saver", isOn: true), of: .powerSaver)
        try machine.play("machine set \(daemon) PerformanceDegraded s lap-detected")
        try machine.play("machine set \(daemon) ActiveProfile s performance")
        try follower.expect(profile("performance"), of: .powerSaver)
    }

    @Test func `is the firmware's where no daemon is, and the daemon's when it comes`() throws {
        try follower.root.file("sys/firmware/acpi/platform_profile", "low-power\n")
        follower.powerSaver.observe()
        try follower.expect(profile("low-power", isOn: true), of: .powerSaver)
        try machine.play("start profiles")
        try follower.expect(profile("balanced"), of: .powerSaver)
        try machine.play("stop profiles")
        try follower.expect(profile("low-power", isOn: true), of: .powerSaver)
    }

    @Test(arguments: ["quiet", "cool", "balanced", "custom"])
    func `of the firmware saves power only by its name`(_ name: String) throws {
        try follower.root.file("sys/firmware/acpi/platform_profile", "\(name)\n")
        follower.powerSaver.observe()
        try follower.expect(profile(name), of: .powerSaver)
    }

    @Test(arguments: ["", "\n", "\u{0}", "low power", "\u{1b}[2J", String(repeating: "x", count: 5000)])
    func `of the firmware is unknown where its text is none`(_ text: String) throws {
        try follower.root.file("sys/firmware/acpi/platform_profile", text)
        follower.powerSaver.observe()
        try follower.expect(nothing, of: .powerSaver)
    }

    @Test func `is unknown where nobody tells of it`() throws {
        follower.powerSaver.observe()
        try follower.expect(nothing, of: .powerSaver)
        follower.powerSaver.look()
        try follower.expect(nothing, of: .powerSaver)
    }

    @Test func `is unknown without a bus, with its reason`() throws {
        let alone = try MachineFollower("unix:path=/nonexistent")
        alone.powerSaver.observe()
        try alone.expect(
            .unknown(
                "the system bus can't be reached: No such file or directory, and the firmware has no power profiles"
            ), of: .powerSaver)
        #expect(!alone.bus.isOpen)
    }

    @Test func `is not changed by a stranger, nor by a value of another type`() throws {
        try machine.play("start profiles")
        follower.powerSaver.observe()
        try follower.expect(profile("balanced"), of: .powerSaver)
        try machine.play("machine forge profiles ActiveProfile s power-saver")
        try machine.play("machine set profiles ActiveProfile b 1")
        try follower.expect(.unknown("power-profiles-daemon says no ActiveProfile"), of: .powerSaver)
        try machine.play("machine set profiles ActiveProfile s power-saver")
        try follower.expect(profile("power-saver", isOn: true), of: .powerSaver)
    }

    @Test func `is asked anew of a bus that has come back`() throws {
        try machine.play("start profiles")
        follower.powerSaver.observe()
        try follower.expect(profile("balanced"), of: .powerSaver)
        try machine.play("stop-bus")
        _ = try follower.values(of: .powerSaver) { if case .unknown = $0 { true } else { false } }
        try machine.play("start-bus")
        try machine.play("start profiles")
        _ = try follower.values(of: .powerSaver) { $0 == profile("balanced") }
    }
}
