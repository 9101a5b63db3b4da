// A request as the store keeps it with the job that it has become: in one table of keys, as a descriptor.
import BGRunCalendar
import BGRunJSON

extension TaskRequest {
    /// A request as it is written: nil is a key that is left out.
    private struct Draft {
        var identifier: JobIdentifier?
        var kind: Kind?
        var earliestBegin: JobDescriptor.EarliestBegin?
        var requiresExternalPower: Bool?
        var requiresNetwork: Bool?
        var protection: Protection?
        var title: String?
        var subtitle: String?
        var strategy: Strategy?
        var resources: [Resource]?
    }

    private static let keys = KeyTable<Draft>([
        .init("identifier", .plainIdentifier, \.identifier, "The task's identifier."),
        .init("kind", .choice, \.kind, "By the class of the request (\"processing\")."),
        .init(
            "earliestBeginDate", .earliestBegin, \.earliestBegin,
            "Not before this: a date, or \"+15m\" from acceptance."),
        .init(
            "requiresExternalPower", .flag, \.requiresExternalPower, "Whether it waits for external power."),
        .init("requiresNetwork", .flag, \.requiresNetwork, "Whether it waits for a network."),
        .init("protection", .choice, \.protection, "When the data that it works on can be read."),
        .init("title", .title, \.title, "Of a continued task, for people."),
        .init("subtitle", .title, \.subtitle, "Of a continued task, for people."),
        .init(
            "strategy", .choice, \.strategy, "What becomes of a continued request that can't start at once."),
        .init("resources", .list(of: .choice), \.resources, "What a continued task wants of the machine."),
    ])

    /// Reads back what ``json`` has written.
    init?(_ field: JSONField, _ errors: inout [FieldError]) {
        let count = errors.count
        var draft = Draft()
        Self.keys.read(field, into: &draft, errors: &errors)
        guard errors.count == count else { return nil }
        guard let identifier = draft.identifier else {
            errors.append(field.refusal("the task has no identifier", advice: "name it"))
            return nil
        }
        self.init(
            identifier: identifier, kind: draft.kind ?? .processing, earliestBegin: draft.earliestBegin,
            requiresExternalPower: draft.requiresExternalPower ?? false,
            requiresNetwork: draft.requiresNetwork ?? false, protection: draft.protection,
            title: draft.title, subtitle: draft.subtitle, strategy: draft.strategy ?? .queue,
            resources: draft.resources ?? [])
    }

    /// ``json`` on one line.
    package var text: String { json.text() }

    /// Reads back what ``text`` has written.
    package init?(text: String) {
        guard let value = try? JSONValue(parsing: Array(text.utf8), limits: .descriptor) else { return nil }
        var errors: [FieldError] = []
        self.init(JSONField(value), &errors)
    }

    var json: JSONValue {
        .object(
            Self.keys.print(
                Draft(
                    identifier: identifier, kind: kind == .processing ? nil : kind,
                    earliestBegin: earliestBegin,
                    requiresExternalPower: requiresExternalPower ? true : nil,
                    requiresNetwork: requiresNetwork ? true : nil, protection: protection, title: title,
                    subtitle: subtitle, strategy: strategy == .queue ? nil : strategy,
                    resources: resources.isEmpty ? nil : resources)))
    }
}
