// What is simulated instead of what is seen, on one line that must not be overlooked.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of one simulation of conditions.
package struct SimulationText {
    private let simulation: ConditionSimulation
    private let clock: LocalClock
    private let ownerName: (UserID) -> String

    package init(
        _ simulation: ConditionSimulation, clock: LocalClock, ownerName: @escaping (UserID) -> String
    ) {
        self.simulation = simulation
        self.clock = clock
        self.ownerName = ownerName
    }

    /// `SIMULATED until 23:02 for all jobs of user1000: externalPower=off, batteryLevel=15`.
    package var line: Line {
        Line([
            Span("SIMULATED until \(clock.time(simulation.until)) for \(jobs): ", .bad),
            Span(simulation.conditions.listed, .bad),
        ])
    }

    private var jobs: String {
        if let job = simulation.job { return job.identifier.text }
        return simulation.owner.map { "all jobs of \(ownerName($0).visible)" } ?? "all jobs"
    }

    /// What `bgrun simulate condition` prints when it is done.
    package static func started(
        _ conditions: SimulatedConditions, for target: Target?, until: WallTime, clock: LocalClock
    ) -> String {
        """
        until \(clock.time(until)) \(subject(target)) evaluated against \(conditions.listed) \
        instead of the observed conditions
        jobs started this way really run; to end it early: bgrun simulate condition --end\(argument(target))
        """
    }

    package static func ended(for target: Target?) -> String {
        "\(subject(target)) evaluated against the observed conditions again"
    }

    private static func subject(_ target: Target?) -> String {
        target.map { "\($0.identifier) is" } ?? "all jobs that you may change are"
    }

    private static func argument(_ target: Target?) -> String {
        target.map { " --job \($0.identifier)" } ?? ""
    }
}

extension SimulatedConditions {
    /// With a space after each comma, for reading.
    fileprivate var listed: String { text.split(separator: ",").joined(separator: ", ") }
}
