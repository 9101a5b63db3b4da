// A requirement of which nobody can know whether it holds, as the doctor shows it.
import BGRunJob

/// The type `UnknownRequirement` of the interface.
package struct UnknownRequirement: WireObject, Hashable {
    package var requirement: Requirement.Kind
    /// It with what was written to it: `idle 10m`.
    package var text: String
    /// Which component is missing, or what it said.
    package var reason: String
    /// How many jobs ask for it; they wait.
    package var jobs: Int

    package init(_ requirement: Requirement, reason: String, jobs: Int) {
        self.requirement = requirement.kind
        text = requirement.text
        self.reason = reason
        self.jobs = jobs
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        requirement = try fields.required("requirement", .choice(Requirement.Kind.self))
        text = try fields.required("text", .string)
        reason = try fields.required("reason", .string)
        jobs = try fields.required("jobs", .integer(Int.self))
    }

    package var fields: [Field] {
        [
            Field("requirement", .choice(Requirement.Kind.self), requirement),
            Field("text", .string, text),
            Field("reason", .string, reason),
            Field("jobs", .integer(Int.self), jobs),
        ]
    }
}
