// The two parameters that name a job.
import BGRunJob

extension Target: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            identifier: try fields.required("identifier", .identifier),
            owner: try fields.optional("owner", .user))
    }

    package var fields: [Field] {
        [Field("identifier", .identifier, identifier), Field("owner", .user, orNull: owner)]
    }
}
