// The rules of what a run may use and inherits.
import BGRunJSON

extension ValueRule<FileModeMask> {
    /// Text, because JSON has no octal numbers: 77 would not be what it seems.
    static var umask: ValueRule {
        let wanted = "octal digits in quotes, such as \"0077\""
        return ValueRule(
            expects: wanted, schema: ["type": "string", "pattern": "^0?[0-7]{3}$"],
            read: { field throws(FieldError) in
                if let mask = FileModeMask(try field.string()) { return mask }
                throw field.refusal("this is no file mode mask", advice: "write \(wanted)")
            }, print: { .string($0.text) })
    }
}

private struct WorkingDirectoryDraft {
    var path: String?
    var make: Bool?
}

extension ValueRule<JobDescriptor.WorkingDirectory> {
    /// `"/home/me"`, or an object that says whether it is made.
    static var workingDirectory: ValueRule {
        let path = ValueRule<String>.directory
        let table = KeyTable<WorkingDirectoryDraft>([
            .init("path", path, \.path, "The absolute path the job starts in."),
            .init(
                "make", .flag, \.make,
                "Whether it is made where it is not there, with the rights of the run (false)."),
        ])
        return ValueRule(
            expects: path.expects,
            schema: ["anyOf": [.object(path.schema), .object(table.schema(required: ["path"]))]],
            collecting: { field, errors in
                guard case .object = field.value else {
                    return path.read(field, &errors).map { .init(path: $0) }
                }
                let count = errors.count
                var draft = WorkingDirectoryDraft()
                table.read(field, into: &draft, errors: &errors)
                guard errors.count == count else { return nil }
                guard let path = draft.path else {
                    errors.append(
                        FieldError(
                            at: field.keyPath.appending(.key("path")), reason: "the key is missing",
                            advice: "write the absolute path the job starts in"))
                    return nil
                }
                return .init(path: path, isMade: draft.make ?? false)
            },
            print: { directory in
                directory.isMade
                    ? .object(table.print(WorkingDirectoryDraft(path: directory.path, make: true)))
                    : path.print(directory.path)
            })
    }
}
