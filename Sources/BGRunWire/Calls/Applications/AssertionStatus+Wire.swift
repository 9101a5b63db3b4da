// What a program is finishing, as `status` lists it.
import BGRunJob

extension AssertionStatus: WireObject {
    package static let wire = WireTable<AssertionStatus>(
        named: "Assertion", about: "What a program is finishing: it holds an assertion.",
        .key("assertion", .assertion, \.id), .key("owner", .user, \.owner), .key("why", .string, \.why),
        .key("process", .integer, \.process), .key("since", .date, \.since),
        .key("until", .date, \.until, "when it ends by itself, unless the machine sleeps meanwhile"),
        make: AssertionStatus.init)
}
