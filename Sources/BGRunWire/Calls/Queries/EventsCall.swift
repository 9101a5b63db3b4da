// Events: each visible change, as it happens.

/// Asks for all changes from now on. Makes sense with `more` only.
package struct EventsCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .events }

    package var isAnsweredAtOnce: Bool { false }

    package init() {}
    package static let wire = WireTable<EventsCall>(make: EventsCall.init)

    package struct Reply: WireObject, Hashable {
        package var event: Transition

        package init(event: Transition) {
            self.event = event
        }

        package static let wire = WireTable<Reply>(.key("event", .object, \.event), make: Reply.init)
    }
}
