// A loop around NetworkManager's tracker, as the daemon has one.

import BGRunJob
import BGRunLinux
import Testing

@testable import BGRunDevice

/// NetworkManager as the daemon follows it: what it waits for is the bus's descriptor and deadline, and nothing else.
final class ConnectionFollower {
    let bus: SystemBus
    let tracker: ConnectionTracker

    init(
        _ address: String, library: String = SystemBus.soname, patience: BusPatience = BusPatience()
    ) throws {
        bus = try SystemBus(address: address, library: library, patience: patience)
        tracker = ConnectionTracker(bus)
    }

    /// Whether a loop would wake now.
    var isReady: Bool { get throws { try Readiness.wait(for: bus.descriptor, to: .read, until: 0) } }

    /// All that is published up to and with `last`; one that does not come within thirty seconds fails the test.
    @discardableResult
    func observations(upTo last: Observation) throws -> [Observation] {
        var published: [Observation] = []
        let deadline = Clock.read(.monotonic) + 30_000_000
        while true {
            if let observation = tracker.takeObservation() { published.append(observation) }
            if published.last == last { return published }
            guard try bus.turn(until: deadline) else {
                Issue.record("\(last) does not come; there is \(published)")
                return published
            }
        }
    }

    /// Works until NetworkManager is known to be there, and is asked.
    func meet() throws {
        let deadline = Clock.read(.monotonic) + 30_000_000
        while !tracker.service.isPresent, try bus.turn(until: deadline) {}
        #expect(tracker.service.isPresent)
    }

    /// Works until nothing is left to do and no answer is waited for.
    func rest() throws {
        let deadline = Clock.read(.monotonic) + 30_000_000
        while bus.deadline != nil, try bus.turn(until: deadline) {}
        #expect(bus.deadline == nil)
        while try isReady { bus.process() }
    }
}

/// What NetworkManager is said to say: of each wireless network that is joined, which device joined it.
func connection(
    portal: Bool = false, metered: [String: Bool] = [:], vpns: Set<String> = [],
    _ ssids: KeyValuePairs<String, String?> = [:]
) -> Observation {
    var reading = ConnectionReading(isPortal: portal, vpns: vpns)
    for (device, ssid) in ssids {
        reading.interfaces[device] = ConnectionReading.Interface(isMetered: metered[device], ssid: ssid)
    }
    return .connection(reading)
}
