// What held a job back over some time, as `HeldBack` answers.
import BGRunCalendar
import BGRunJob

extension HeldBack: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            job: JobID(
                owner: try fields.required("owner", .user),
                identifier: try fields.required("identifier", .identifier)),
            from: try fields.required("from", .date), to: try fields.required("to", .date),
            waiting: try fields.required("waitingSeconds", .seconds),
            causes: try fields.required("causes", .list(of: .object(Cause.self))),
            events: try fields.required("events", .list(of: .object(Event.self))),
            hasMoreEvents: try fields.required("moreEvents", .bool))
    }

    package var fields: [Field] {
        [
            Field("identifier", .identifier, job.identifier),
            Field("owner", .user, job.owner),
            Field("from", .date, from),
            Field("to", .date, to),
            Field("waitingSeconds", .seconds, waiting),
            Field("causes", .list(of: .object(Cause.self)), causes),
            Field("events", .list(of: .object(Event.self)), events),
            Field("moreEvents", .bool, hasMoreEvents),
        ]
    }
}

extension HeldBack.Cause: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            name: try fields.required("name", .string), words: try fields.required("words", .string),
            duration: try fields.required("seconds", .seconds),
            isUnknown: try fields.required("unknown", .bool),
            isSimulated: try fields.required("simulated", .bool))
    }

    package var fields: [Field] {
        [
            Field("name", .string, name),
            Field("words", .string, words),
            Field("seconds", .seconds, duration),
            Field("unknown", .bool, isUnknown),
            Field("simulated", .bool, isSimulated),
        ]
    }
}

extension HeldBack.Event: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            at: try fields.required("at", .date), text: try fields.required("text", .string))
    }

    package var fields: [Field] { [Field("at", .date, at), Field("text", .string, text)] }
}
