// Events: each visible change, as it happens.

/// Asks for all changes from now on. Makes sense with `more` only.
package struct EventsCall: SchedulerCall {
    package static let method = SchedulerMethod.events

    package init() {}
    package init(fields: inout FieldReader) throws(FieldFault) {}
    package var fields: [Field] { [] }

    package struct Reply: WireObject, Hashable {
        package var event: Transition

        package init(event: Transition) {
            self.event = event
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            event = try fields.required("event", .object(Transition.self))
        }

        package var fields: [Field] { [Field("event", .object(Transition.self), event)] }
    }
}
