// An instant at which a job comes up, as `next` lists it.
import BGRunJob

extension UpcomingInstant: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            at: try fields.required("at", .date), zone: try fields.optional("zone", .string),
            latest: try fields.optional("latest", .date))
    }

    package var fields: [Field] {
        [
            Field("at", .date, at), Field("zone", .string, orNull: zone),
            Field("latest", .date, orNull: latest),
        ]
    }
}
