// The rule of `requires.device`: properties that udev knows of a device.
import BGRunJSON

extension ValueRule<DeviceMatch> {
    static var example: String { "an object of udev properties such as {\"ID_FS_UUID\": \"…\"}" }

    private static var mostProperties: Int { 8 }
    private static var longestValue: Int { 255 }

    static var deviceMatch: ValueRule {
        ValueRule(
            expects: example,
            schema: [
                "type": "object", "minProperties": 1, "maxProperties": .integer(Int64(mostProperties)),
                "propertyNames": ["pattern": "^[A-Z][A-Z0-9_]*$"],
                "additionalProperties": [
                    "type": "string", "minLength": 1, "maxLength": .integer(Int64(longestValue)),
                    "pattern": .string(ValueRule<String>.plainPattern),
                ],
            ],
            collecting: { field, errors in
                do throws(FieldError) {
                    let members = try field.members()
                    guard (1...mostProperties).contains(members.count) else {
                        let reason =
                            members.isEmpty
                            ? "this asks for nothing"
                            : "the device has \(members.count) properties here, \(mostProperties) at most"
                        throw field.refusal(reason, advice: "write \(example)")
                    }
                    let count = errors.count
                    let properties = members.compactMap { property($0.key, $0.field, &errors) }
                    guard errors.count == count else { return nil }
                    return DeviceMatch(properties: properties.sorted { $0.name < $1.name })
                } catch {
                    errors.append(error)
                    return nil
                }
            },
            print: { match in
                .object(
                    JSONObject(
                        match.properties.map { JSONObject.Member(key: $0.name, value: .string($0.value)) }))
            })
    }

    private static func property(
        _ name: String, _ field: JSONField, _ errors: inout [FieldError]
    ) -> DeviceMatch.Property? {
        do throws(FieldError) {
            let isName = name.utf8.enumerated().allSatisfy { place, byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): place > 0
                case _: false
                }
            }
            guard isName, !name.isEmpty else {
                throw field.refusal(
                    "this is no name of a udev property",
                    advice: "write one that udevadm info shows, such as \"ID_FS_UUID\"")
            }
            let value = try field.string()
            guard (1...longestValue).contains(value.utf8.count), !value.hasControls else {
                throw field.refusal(
                    "\(QuotedText(value)) is no value of a udev property",
                    advice:
                        "write 1 to \(longestValue) bytes without control characters; * stands for any text")
            }
            return DeviceMatch.Property(name: name, value: value)
        } catch {
            errors.append(error)
            return nil
        }
    }
}
