// The answer of `doctor power`.
import BGRunJob

extension PowerExplanation: WireObject {
    package static let wire = WireTable<PowerExplanation>(
        named: "Power", about: "Whether the machine counts as on external power, and why.",
        .key("externalPower", .named, \.externalPower),
        .key("batteryLevel", .optional(.integer), \.batteryLevel),
        .key("why", .string, \.why),
        .key("supplies", .list(.object), \.supplies),
        .key("notes", .list(.string), \.notes, "sentences: what of the policy names no supply"),
        make: PowerExplanation.init)
}

extension PowerExplanation.Supply: WireObject {
    package static let wire = WireTable<PowerExplanation.Supply>(
        named: "Supply", about: "One power supply.",
        .key("name", .string, \.name),
        .key("type", .optional(.string), \.type),
        .key("online", .optional(.integer), \.online),
        .key("status", .optional(.string), \.status),
        .key("capacity", .optional(.integer), \.capacity),
        .key("role", .string, \.role, "what the rule for external power takes it for"),
        .key("why", .string, \.why),
        make: PowerExplanation.Supply.init)
}
