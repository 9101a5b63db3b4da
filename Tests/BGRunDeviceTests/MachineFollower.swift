// A loop around the trackers of idleness, locks, lid and power profile, as the daemon has one.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import Testing

@testable import BGRunDevice

/// The trackers on one bus and one queue; what is waited for is the queue and the bus's deadline, and nothing else.
final class MachineFollower {
    let bus: SystemBus
    let queue: EventQueue
    let logind: Logind
    let idle: IdleTracker
    let lid: PropertyTracker
    let powerSaver: PropertyTracker
    /// Stands for `/`.
    let root: ScratchDirectory
    private var facts: [LogindFact] = []

    init(_ address: String, patience: BusPatience = BusPatience()) throws {
        root = try ScratchDirectory()
        bus = try SystemBus(address: address, patience: patience)
        queue = try EventQueue()
        try queue.add(bus.descriptor, for: .read, token: 0)
        logind = Logind(bus)
        idle = IdleTracker(logind, in: queue, root: root.path)
        lid = PropertyTracker.lid(bus, in: queue, root: root.path)
        powerSaver = PropertyTracker.powerSaver(bus, in: queue, sysfs: root.path + "/sys")
    }

    /// Whether a loop would wake now.
    var isReady: Bool { get throws { try Readiness.wait(for: queue.rawValue, to: .read, until: 0) } }

    /// Everything published up to the first value that is what is waited for; one that does not come within thirty
    /// seconds fails the test.
    func values(
        of subject: Subject, until isThere: (Observation) -> Bool
    ) throws -> [Observation] {
        var values: [Observation] = []
        let deadline = Clock.read(.monotonic) + 30_000_000
        while true {
            values += take(subject)
            if values.contains(where: isThere) { return values }
            guard try bus.turn(until: deadline, in: queue) else {
                Issue.record("there is only \(values)")
                return values
            }
        }
    }

    /// The value that is waited for, and nothing before it.
    func expect(_ value: Observation, of subject: Subject) throws {
        #expect(try values(of: subject) { $0 == value } == [value])
    }

    /// The instant of the next idleness, with nothing else before it.
    func idleSince() throws -> Int64 {
        let values = try values(of: .idle) { if case .idle(.idle) = $0 { true } else { false } }
        #expect(values.count == 1)
        guard case .idle(.idle(let since))? = values.last else { return -1 }
        return since.microseconds
    }

    private func take(_ subject: Subject) -> [Observation] {
        let fresh = logind.takeFacts()
        for case .idle(let word) in fresh { idle.hear(word) }
        switch subject {
        case .locks:
            return fresh.compactMap { if case .locks(let value) = $0 { value } else { nil } }
        case .lid: return publish(lid)
        case .powerSaver: return publish(powerSaver)
        default: return publish(idle)
        }
    }

    private func publish(_ tracker: some SubjectTracker) -> [Observation] {
        tracker.process()
        return tracker.takeObservation().map { [$0] } ?? []
    }

    // MARK: - The invented machine

    /// A pipe in the place of an input device, with the capabilities that sysfs tells of it.
    func addDevice(_ name: String, kinds: String, switches: String = "0") throws -> FakeDevice {
        try root.file("sys/class/input/\(name)/device/capabilities/ev", "\(kinds)\n")
        try root.file("sys/class/input/\(name)/device/capabilities/sw", "\(switches)\n")
        try root.directory("dev/input")
        return try FakeDevice(path: root.path("dev/input/\(name)"))
    }
}

/// The end of a pipe from which an input device's events come.
final class FakeDevice {
    private let descriptor: BGRunLinux.FileDescriptor

    init(path: String) throws {
        try #require(mkfifo(path, 0o600) == 0)
        // For both directions, so that the reader is never told that the last writer has gone.
        descriptor = BGRunLinux.FileDescriptor(owning: open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC))
    }

    /// `struct input_event` of linux/input.h. 1 is EV_KEY.
    func send(type: UInt16 = 1, code: UInt16 = 30, value: Int32 = 1, at instant: Int64) throws {
        try descriptor.write(
            all: Netlink.bytes(Int64(instant / 1_000_000), Int64(instant % 1_000_000), type, code, value))
    }
}
