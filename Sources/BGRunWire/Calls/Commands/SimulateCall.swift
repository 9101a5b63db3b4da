// Simulate: play a launch, an expiration, or any stop.
import BGRunJob

/// Asks to play what the machine would do later; the run is marked as simulated.
package struct SimulateCall: SchedulerCall {
    package static let method = SchedulerMethod.simulate

    /// The words of the `what` parameter. An expiration is a stop whose reason is the time budget.
    package enum What: String, CaseIterable, Sendable { case launch, expire, stop }

    package var target: Target
    package var simulation: Simulation

    package init(_ target: Target, _ simulation: Simulation) {
        self.target = target
        self.simulation = simulation
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        target = try Target(fields: &fields)
        let what = try fields.required("what", .choice(What.self))
        let reason = try fields.optional("reason", .stopReason)
        switch (what, reason) {
        case (.launch, nil): simulation = .launch
        case (.expire, nil): simulation = .stop(.timeBudget)
        case (.stop, _): simulation = .stop(reason ?? .userRequest)
        case (.launch, _?), (.expire, _?): throw FieldFault("reason")
        }
    }

    package var fields: [Field] {
        let what: What
        let reason: StopReason?
        switch simulation {
        case .launch: (what, reason) = (.launch, nil)
        case .stop(let played): (what, reason) = (.stop, played)
        }
        return target.fields + [
            Field("what", .choice(What.self), what), Field("reason", .stopReason, orNull: reason),
        ]
    }

    package typealias Reply = RunCall.Reply
}
