// A requirement of which nobody can know whether it holds, as the doctor shows it.
import BGRunJob

/// The type `UnknownRequirement` of the interface.
package struct UnknownRequirement: WireObject, Hashable {
    package var requirement: Requirement.Kind
    package var text: String
    package var reason: String
    package var jobs: Int

    package static let wire = WireTable<UnknownRequirement>(
        named: "UnknownRequirement", about: "What so many jobs ask for, and nobody can know.",
        .key("requirement", .named, \.requirement),
        .key("text", .string, \.text, "it with what was written to it: idle 10m"),
        .key("reason", .string, \.reason, "what is missing"),
        .key("jobs", .integer, \.jobs, "how many jobs ask for it that are due and wait, or run"),
        make: UnknownRequirement.init)
}

extension UnknownRequirement {
    package init(_ requirement: Requirement, reason: String, jobs: Int) {
        self.init(requirement: requirement.kind, text: requirement.text, reason: reason, jobs: jobs)
    }
}
