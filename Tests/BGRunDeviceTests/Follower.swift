// A loop around logind's tracker, as the daemon has one.

import BGRunLinux
import Testing

@testable import BGRunDevice

/// Logind as the daemon follows it: what it waits for is the bus's descriptor and deadline, and nothing else.
final class Follower {
    let bus: SystemBus
    let logind: Logind

    init(
        _ address: String, library: String = SystemBus.soname, patience: BusPatience = BusPatience()
    ) throws {
        bus = try SystemBus(address: address, library: library, patience: patience)
        logind = Logind(bus)
    }

    /// Whether a loop would wake now.
    var isReady: Bool { get throws { try Readiness.wait(for: bus.descriptor, to: .read, until: 0) } }

    func turn(until deadline: Int64) throws -> Bool { try bus.turn(until: deadline) }

    /// The facts up to and with `last`; a fact that does not come within thirty seconds fails the test.
    func facts(upTo last: LogindFact) throws -> [LogindFact] {
        var facts = logind.takeFacts()
        let deadline = Clock.read(.monotonic) + 30_000_000
        while !facts.contains(last) {
            guard try turn(until: deadline) else {
                Issue.record("\(last) does not come; there is \(facts)")
                return facts
            }
            facts += logind.takeFacts()
        }
        return facts
    }

    /// Works until the condition holds.
    func work(until isDone: () -> Bool) throws {
        let deadline = Clock.read(.monotonic) + 30_000_000
        while !isDone() {
            guard try turn(until: deadline) else {
                Issue.record("what is waited for does not come")
                return
            }
        }
    }

    /// Observes sleep, up to the lock that delays it.
    func observeSleep() throws {
        logind.observesSleep = true
        let facts = try facts(upTo: .lockTaken(.sleepDelay))
        #expect(facts == [.available, .sleepObserved(delay: .seconds(5)), .lockTaken(.sleepDelay)])
    }

    func observeSessions() throws {
        logind.observesSessions = true
        #expect(try facts(upTo: .sessionsObserved) == [.available, .sessionsObserved])
    }
}

extension SystemBus {
    /// One turn of a loop; false where nothing came before `deadline`.
    ///
    /// - Parameter queue: Has the bus among what it watches; nil where the bus is all there is.
    func turn(until deadline: Int64, in queue: EventQueue? = nil) throws -> Bool {
        let latest = min(self.deadline ?? deadline, deadline)
        let isReady = try Readiness.wait(for: queue?.rawValue ?? descriptor, to: .read, until: latest)
        guard isReady || latest < deadline else { return false }
        process()
        return true
    }
}
