// A request of an application, as it crosses the wire.
import BGRunJob

extension FieldType<TaskRequest.Resource> {
    /// Spelled as any text: not every scanner of interfaces takes a list of one word.
    fileprivate static var word: Self { .text({ TaskRequest.Resource(rawValue: $0) }, \.rawValue) }
}

extension TaskRequest: WireObject {
    package static let wire = WireTable<TaskRequest>(
        named: "TaskRequest", about: "What an application asks for: one run of one of its tasks.",
        .key("identifier", .identifier, \.identifier),
        .key("kind", .choice, \.kind),
        .key(
            "earliestBeginDate", .optional(.earliestBegin), \.earliestBegin,
            "a date, or a span after acceptance such as +15m; null: at once"),
        .usual("requiresExternalPower", .bool, else: false, \.requiresExternalPower),
        .usual("requiresNetwork", .bool, else: false, \.requiresNetwork),
        .key("protection", .optional(.choice), \.protection, "of a health research request"),
        .key("title", .optional(.string), \.title, "of a continued request, for people"),
        .key("subtitle", .optional(.string), \.subtitle, "the same"),
        .usual(
            "strategy", .choice, else: .queue, \.strategy,
            "of a continued request that can't start at once: whether it is refused or waits"),
        .usual(
            "resources", .list(.word), else: [], \.resources,
            "what a continued task wants beside processor and memory; gpu, and bgrun has none to give"),
        make: TaskRequest.init)
}
