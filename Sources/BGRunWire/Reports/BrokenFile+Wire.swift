// A file of a jobs directory that brought no job, as `status` lists it.
import BGRunJob

extension BrokenFile: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(path: try fields.required("path", .string), reason: try fields.required("reason", .string))
    }

    package var fields: [Field] {
        [Field("path", .string, path), Field("reason", .string, reason)]
    }
}
