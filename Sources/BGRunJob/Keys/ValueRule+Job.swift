// The rules of values that only a job has: its name, its command, its environment.
import BGRunJSON

extension ValueRule<JobIdentifier> {
    static var identifier: ValueRule {
        ValueRule(
            expects: "a name in reverse-DNS form such as \"org.example.backup\"",
            schema: [
                "type": "string", "maxLength": .integer(Int64(JobIdentifier.longest)),
                // In a template, %i stands for the instance.
                "pattern": "^(?!.*[.][.])[A-Za-z0-9][A-Za-z0-9._-]*(@([A-Za-z0-9][A-Za-z0-9._-]*|%i))?$",
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                if let identifier = JobIdentifier(text) { return identifier }
                throw field.refusal(
                    JobIdentifier.fault(in: text) ?? "this is no identifier",
                    advice: "write a name such as \"org.example.backup\"")
            }, print: { .string($0.text) })
    }

    /// A descriptor's own, which the schema takes for a template's too where it ends so.
    static var ownIdentifier: ValueRule {
        let any = ValueRule.identifier
        let pattern = "^(?!.*[.][.])[A-Za-z0-9][A-Za-z0-9._-]*(@([A-Za-z0-9][A-Za-z0-9._-]*)?)?$"
        return ValueRule(
            expects: any.expects, schema: any.schema.with(["pattern": .string(pattern)]),
            collecting: any.read, print: any.print)
    }

    /// That of an application or a task, which no template has.
    static var plainIdentifier: ValueRule {
        let any = ValueRule.identifier
        return ValueRule(
            expects: any.expects,
            schema: any.schema.with(["pattern": "^(?!.*[.][.])[A-Za-z0-9][A-Za-z0-9._-]*$"]),
            collecting: { field, errors in
                guard let identifier = any.read(field, &errors) else { return nil }
                guard identifier.instance != nil else { return identifier }
                errors.append(
                    field.refusal("only jobs have instances, behind '@'", advice: "leave out the '@'"))
                return nil
            }, print: any.print)
    }
}

extension ValueRule<String> {
    /// One line for people. It is shown on terminals of others, of root's above all, so nothing in it may
    /// move a cursor or turn the writing direction.
    static var title: ValueRule {
        ValueRule(
            schema: ["type": "string", "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"],
            read: { field throws(FieldError) in
                let text = try field.string()
                if let scalar = text.unicodeScalars.first(where: \.isUnfitForOneLine) {
                    throw field.refusal(
                        "the title contains the control character \(QuotedText(String(scalar)))",
                        advice: "write one line of plain text")
                }
                return text
            }, print: { .string($0) })
    }

    /// Lines for people, under the same rule.
    static var notes: ValueRule {
        let most = JobDescriptor.longestNotes
        return ValueRule(
            schema: ["type": "string", "maxLength": .integer(Int64(most))],
            read: { field throws(FieldError) in
                let text = try field.string()
                if let scalar = text.unicodeScalars.first(where: {
                    $0 != "\n" && $0 != "\t" && $0.isUnfitForOneLine
                }) {
                    throw field.refusal(
                        "the notes contain the control character \(QuotedText(String(scalar)))",
                        advice: "write plain text")
                }
                guard text.utf8.count <= most else {
                    throw field.refusal(
                        "the notes have \(text.utf8.count) bytes",
                        advice: "write at most \(most), and say where the rest stands")
                }
                return text
            }, print: { .string($0) })
    }

    /// A line for `/bin/sh -c`.
    static var shellLine: ValueRule {
        ValueRule(
            expects: "a line for /bin/sh such as \"apt-get update\"",
            schema: ["type": "string", "pattern": "^(?=[\\s\\S]*\\S)[^\\u0000]*$"],
            read: { field throws(FieldError) in
                let text = try field.string()
                if text.utf8.contains(0) { throw field.containsNUL }
                if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
                    throw field.refusal(
                        "an empty line runs nothing",
                        advice: "write a line for /bin/sh such as \"apt-get update\"")
                }
                return text
            }, print: { .string($0) })
    }

    static var directory: ValueRule { absolutePath("an absolute path such as \"/home/me\"") }

    /// - Parameter wanted: What is expected, with an example.
    static func absolutePath(_ wanted: String) -> ValueRule {
        ValueRule(
            expects: wanted,
            schema: [
                "type": "string", "pattern": "^(/[^/\\u0000]{0,255})+$", "maxLength": .integer(longestPath),
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                if text.utf8.contains(0) { throw field.containsNUL }
                if text.utf8.first != UInt8(ascii: "/") {
                    throw field.refusal("\(QuotedText(text)) is not absolute", advice: "write \(wanted)")
                }
                if text.utf8.count > longestPath {
                    throw field.refusal(
                        "a path has at most \(longestPath) bytes", advice: "write \(wanted)")
                }
                // The kernel knows no such name, so nothing could ever be there.
                if let name = text.utf8.split(separator: UInt8(ascii: "/")).first(where: {
                    $0.count > longestName
                }) {
                    throw field.refusal(
                        "a name in a path has at most \(longestName) bytes, and "
                            + "\(QuotedText(String(decoding: name, as: UTF8.self))) has \(name.count)",
                        advice: "write \(wanted)")
                }
                return text
            }, print: { .string($0) })
    }

    /// `PATH_MAX` without its NUL; the kernel takes no longer path.
    private static var longestPath: Int64 { 4095 }
    /// `NAME_MAX`.
    private static var longestName: Int { 255 }
}

extension ValueRule<[String]> {
    /// An argument vector that starts with the program.
    static var command: ValueRule {
        let wanted = "the program and its arguments, such as [\"/usr/bin/apt-get\", \"update\"]"
        let argument = ValueRule<String>.kernelText
        let list = ValueRule.list(of: argument)
        return ValueRule(
            expects: wanted,
            schema: list.schema.with([
                "minItems": 1, "prefixItems": [.object(argument.schema.with(["minLength": 1]))],
            ]),
            collecting: { field, errors in
                guard let arguments = list.read(field, &errors) else { return nil }
                if let program = arguments.first, !program.isEmpty { return arguments }
                errors.append(field.refusal("an empty command runs nothing", advice: "write \(wanted)"))
                return nil
            }, print: list.print)
    }
}

extension ValueRule<[JobDescriptor.Variable]> {
    /// Names the daemon sets itself start so; a job that could set them could pass for another run.
    private static var reserved: String { "BGRUN_" }

    static var environment: ValueRule {
        ValueRule(
            expects: "an object of strings such as {\"LANG\": \"C.UTF-8\"}",
            schema: [
                "type": "object", "additionalProperties": .object(ValueRule<String>.kernelText.schema),
                "propertyNames": ["pattern": .string("^(?!\(reserved))[A-Za-z_][A-Za-z0-9_]*$")],
            ],
            collecting: { field, errors in
                do throws(FieldError) {
                    let count = errors.count
                    var variables: [JobDescriptor.Variable] = []
                    for member in try field.members() where !errors.isFull {
                        if let variable = variable(member.key, member.field, &errors) {
                            variables.append(variable)
                        }
                    }
                    return errors.count == count ? variables.sorted { $0.name < $1.name } : nil
                } catch {
                    errors.append(error)
                    return nil
                }
            },
            print: { variables in
                .object(
                    JSONObject(
                        variables.map { JSONObject.Member(key: $0.name, value: .string($0.value)) }))
            })
    }

    private static func variable(
        _ name: String, _ field: JSONField, _ errors: inout [FieldError]
    ) -> JobDescriptor.Variable? {
        if let fault = fault(inName: name) {
            errors.append(field.refusal(fault.reason, advice: fault.advice))
            return nil
        }
        return ValueRule<String>.kernelText.read(field, &errors)
            .map { JobDescriptor.Variable(name: name, value: $0) }
    }

    private static func fault(inName name: String) -> (reason: String, advice: String)? {
        if name.utf8.starts(with: reserved.utf8) {
            return ("names starting with \(reserved) are set by the daemon", "choose another name")
        }
        let isName = name.utf8.enumerated().allSatisfy { place, byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "_"):
                true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): place > 0
            case _: false
            }
        }
        if isName, !name.isEmpty { return nil }
        return (
            "this is no name of a variable",
            "use letters, digits and \"_\", and no digit at the start, such as \"LANG\""
        )
    }
}
