// The rules of what a run may use and inherits.
import BGRunJSON

extension ValueRule<FileModeMask> {
    /// Text, because JSON has no octal numbers: 77 would not be what it seems.
    static var umask: ValueRule {
        let wanted = "three or four octal digits in quotes, such as \"0077\""
        return ValueRule(
            expects: wanted, schema: ["type": "string", "pattern": "^0?[0-7]{3}$"],
            read: { field throws(FieldError) in
                if let mask = FileModeMask(try field.string()) { return mask }
                throw field.refusal("this is no file mode mask", advice: "write \(wanted)")
            }, print: { .string($0.text) })
    }
}

private struct OutputTargetDraft {
    var path: String?
    var maxSize: Int?
    var keep: Int?
}

extension ValueRule<OutputTarget> {
    /// `"/home/me/backup.log"`, or an object that says when the file is renamed.
    static var outputTarget: ValueRule {
        let wanted = "an absolute path such as \"/home/me/backup.log\""
        let path = ValueRule<String>.plainPath(wanted)
        let table = KeyTable<OutputTargetDraft>([
            .init("path", path, \.path, "The absolute path of the file.", example: #""/home/me/backup.log""#),
            .init(
                "maxSize", .size(OutputTarget.sizes), \.maxSize,
                "From this size on it is renamed to PATH.1 at the next start, and a new one begun.",
                example: #""10M""#),
            .init(
                "keep", .whole(1...OutputTarget.mostKept), \.keep,
                "How many of those are kept, the oldest with the highest number.", default: "1",
                example: "3"),
        ])
        let object = ValueRule.object(
            table, OutputTargetDraft(), required: [("path", "write \(wanted)")], example: wanted,
            value: { draft in
                draft.path.map {
                    OutputTarget(
                        path: $0, maxSize: draft.maxSize, keep: draft.keep ?? OutputTarget.usualKeep)
                }
            },
            draft: {
                OutputTargetDraft(
                    path: $0.path, maxSize: $0.maxSize,
                    keep: $0.keep == OutputTarget.usualKeep ? nil : $0.keep)
            })
        return ValueRule(
            expects: "\(wanted), or an object with it",
            schema: [
                "anyOf": [
                    .object(path.schema),
                    .object(object.schema.with(["dependentRequired": ["keep": ["maxSize"]]])),
                ]
            ],
            collecting: { field, errors in
                guard case .object(let members) = field.value else {
                    return path.read(field, &errors).map { OutputTarget(path: $0) }
                }
                if members["keep"] != nil, members["maxSize"] == nil {
                    errors.append(
                        FieldError(
                            at: field.keyPath.appending(.key("keep")),
                            reason: "nothing says when the file is renamed",
                            advice: "write \"maxSize\": \"10M\" or the like too, or remove it"))
                }
                return object.read(field, &errors)
            },
            print: { $0 == OutputTarget(path: $0.path) ? path.print($0.path) : object.print($0) })
    }
}

private struct WorkingDirectoryDraft {
    var path: String?
    var make: Bool?
}

extension ValueRule<JobDescriptor.WorkingDirectory> {
    /// `"/home/me"`, or an object that says whether it is made.
    static var workingDirectory: ValueRule {
        let wanted = "an absolute path such as \"/home/me\""
        let path = ValueRule<String>.absolutePath(wanted)
        let table = KeyTable<WorkingDirectoryDraft>([
            .init(
                "path", path, \.path, "The absolute path the job starts in.", example: #""/home/me/mirror""#),
            .init(
                "make", .flag, \.make,
                "Whether it is made where it is not there, with the rights of the run.", default: "false",
                example: "true"),
        ])
        let object = ValueRule.object(
            table, WorkingDirectoryDraft(), required: [("path", "write the absolute path the job starts in")],
            example: wanted,
            value: { draft in draft.path.map { .init(path: $0, isMade: draft.make ?? false) } },
            draft: { WorkingDirectoryDraft(path: $0.path, make: $0.isMade ? true : nil) })
        return ValueRule(
            expects: wanted, schema: ["anyOf": [.object(path.schema), .object(object.schema)]],
            collecting: { field, errors in
                guard case .object = field.value else {
                    return path.read(field, &errors).map { .init(path: $0) }
                }
                return object.read(field, &errors)
            },
            print: { $0.isMade ? object.print($0) : path.print($0.path) })
    }
}
