// The rules of accounts, of files of variables and of credentials.
import BGRunJSON

extension ValueRule<String> {
    /// A user or a group by name. Whether there is one is seen at each launch.
    static var account: ValueRule {
        let wanted = "a name such as \"backup\""
        return ValueRule(
            expects: wanted,
            schema: [
                "type": "string", "pattern": "^[^-\\u0000-\\u0020:/\\u007f][^\\u0000-\\u0020:/\\u007f]*$",
                "maxLength": 256,
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                let isName = text.utf8.allSatisfy { byte in
                    byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: ":") && byte != UInt8(ascii: "/")
                }
                guard isName, !text.isEmpty, text.utf8.count <= 256, text.utf8.first != UInt8(ascii: "-")
                else {
                    throw field.refusal("this is no name of an account", advice: "write \(wanted)")
                }
                return text
            }, print: { .string($0) })
    }
}

extension ValueRule<EnvironmentFile> {
    /// `"/etc/default/backup"`, or with a `-` before it.
    static var environmentFile: ValueRule {
        let wanted =
            "an absolute path such as \"/etc/default/backup\", or \"-/etc/default/backup\" where it may be missing"
        return ValueRule(
            expects: wanted,
            schema: ["type": "string", "pattern": "^-?(/[^/\\u0000]{0,255})+$", "maxLength": 4096],
            read: { field throws(FieldError) in
                let text = try field.string()
                let isOptional = text.utf8.first == UInt8(ascii: "-")
                let path = isOptional ? String(text.unicodeScalars.dropFirst()) : text
                guard ValueRule<String>.isPath(path) else {
                    throw field.refusal("this is no absolute path", advice: "write \(wanted)")
                }
                return EnvironmentFile(path: path, isOptional: isOptional)
            }, print: { .string($0.text) })
    }
}

extension ValueRule<String> {
    /// Whether the kernel could have something at this absolute path.
    fileprivate static func isPath(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "/") && text.utf8.count <= 4095 && !text.utf8.contains(0)
            && text.utf8.split(separator: UInt8(ascii: "/")).allSatisfy { $0.count <= 255 }
    }
}

extension ValueRule<[Credential]> {
    static var credentials: ValueRule {
        let wanted = "an object of paths such as {\"password\": \"/home/me/.backup-password\"}"
        return ValueRule(
            expects: wanted,
            schema: [
                "type": "object", "additionalProperties": .object(ValueRule<String>.directory.schema),
                "propertyNames": [
                    "pattern": .string("^[A-Za-z0-9_][A-Za-z0-9._-]{0,\(Credential.longestName - 1)}$")
                ],
                "minProperties": 1, "maxProperties": .integer(Int64(Credential.most)),
            ],
            collecting: { field, errors in
                do throws(FieldError) {
                    let members = try field.members()
                    guard (1...Credential.most).contains(members.count) else {
                        throw field.refusal(
                            members.isEmpty
                                ? "this asks for nothing"
                                : "there are \(members.count), \(Credential.most) at most",
                            advice: members.isEmpty ? "write \(wanted), or remove the key" : "remove some")
                    }
                    let count = errors.count
                    var credentials: [Credential] = []
                    for member in members {
                        guard isName(member.key) else {
                            errors.append(
                                member.field.refusal(
                                    "this is no name of a credential",
                                    advice: "use letters, digits, \"_\", \"-\" and \".\", "
                                        + "\(Credential.longestName) at most, such as \"password\""))
                            continue
                        }
                        if let path = ValueRule<String>.directory.read(member.field, &errors) {
                            credentials.append(Credential(name: member.key, path: path))
                        }
                    }
                    return errors.count == count ? credentials.sorted { $0.name < $1.name } : nil
                } catch {
                    errors.append(error)
                    return nil
                }
            },
            print: { credentials in
                .object(
                    JSONObject(credentials.map { JSONObject.Member(key: $0.name, value: .string($0.path)) }))
            })
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= Credential.longestName else { return false }
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                true
            case _: false
            }
        }
        return isPlain && first != UInt8(ascii: "-") && first != UInt8(ascii: ".")
    }
}
