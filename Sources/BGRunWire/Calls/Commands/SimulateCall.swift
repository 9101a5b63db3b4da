// Simulate: a launch, an expiration, or any stop.
import BGRunJob

/// Asks for what the machine would do later; the run is marked as simulated.
package struct SimulateCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .simulate }

    /// The words of the `what` parameter. An expiration is a stop whose reason is the time budget.
    package enum What: String, CaseIterable, Sendable { case launch, expire, stop }

    package typealias Reply = RunCall.Reply

    package var target: Target
    package var simulation: Simulation

    package init(_ target: Target, _ simulation: Simulation) {
        self.target = target
        self.simulation = simulation
    }

    package static let wire = WireTable<SimulateCall>(
        .keys(Target.wire, \.target), .key("what", .choice, \.what),
        .key("reason", .optional(.stopReason), \.reason),
        make: SimulateCall.init)

    private init(_ target: Target, what: What, reason: StopReason?) throws(FieldFault) {
        self.target = target
        switch (what, reason) {
        case (.launch, nil): simulation = .launch
        case (.expire, nil): simulation = .stop(.timeBudget)
        case (.stop, _): simulation = .stop(reason ?? .userRequest)
        case (.launch, _?), (.expire, _?): throw FieldFault("reason")
        }
    }

    private var what: What {
        switch simulation {
        case .launch: .launch
        case .stop: .stop
        }
    }

    private var reason: StopReason? {
        switch simulation {
        case .launch: nil
        case .stop(let reason): reason
        }
    }
}
