// A file of a jobs directory that brought no job, as `status` lists it.
import BGRunJob

extension BrokenFile: WireObject {
    package static let wire = WireTable<BrokenFile>(
        named: "BrokenFile", about: "A file of a jobs directory that brought no job.",
        .key("path", .string, \.path),
        .key("reason", .string, \.reason, "what is wrong, and what to do"),
        make: BrokenFile.init)
}
