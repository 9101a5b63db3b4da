// Submit: hand the daemon a job.
import BGRunJSON
import BGRunJob

/// Asks for a job. The reply comes after it is stored for good.
package struct SubmitCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .submit }
    /// As its author wrote it; the daemon reads it as strictly as a file.
    package var descriptor: JSONObject
    /// Whose job it is to be; only root may name another user than the one who calls.
    package var owner: UserID?
    package var terms: SubmitTerms

    package init(descriptor: JSONObject, owner: UserID? = nil, terms: SubmitTerms = SubmitTerms()) {
        self.descriptor = descriptor
        self.owner = owner
        self.terms = terms
    }

    package static let wire = WireTable<SubmitCall>(
        .key("descriptor", .rawObject, \.descriptor), .key("owner", .optional(.user), \.owner),
        ifExists(\.terms.ifExists),
        .sparse(
            "nowOrFail", .bool, \.nowOrFail,
            "the job starts now, or is refused with the blockers and leaves nothing behind; it has no schedule then, and ifExists is not keep"
        ),
        .sparse(
            "edited", .string, \.edited,
            "the fingerprint of the job's descriptor as Cat has shown it, which this one is with changes: … for a value of environment or standardInput leaves it what it is; refused where the job has another by now"
        ),
        make: { descriptor, owner, ifExists, isNowOrFail, edited throws(FieldFault) in
            let fingerprint = edited.flatMap { Fingerprint.read($0) }
            if edited != nil, fingerprint == nil { throw FieldFault("edited") }
            let terms = SubmitTerms(
                ifExists: ifExists ?? .replace, isNowOrFail: isNowOrFail ?? false, edited: fingerprint)
            // A job that is kept would neither start nor fail.
            if terms.isNowOrFail, terms.ifExists == .keep { throw FieldFault("ifExists") }
            return SubmitCall(descriptor: descriptor, owner: owner, terms: terms)
        })

    private var edited: String? { terms.edited.map(Fingerprint.text(of:)) }

    /// Left out where it is usual, as is ``ifExists(_:)``.
    private var nowOrFail: Bool? { terms.isNowOrFail ? true : nil }

    /// Left out where it is what a daemon does that does not know it.
    static func ifExists<Call>(
        _ place: @escaping @Sendable (Call) -> IfExists
    ) -> WireRow<Call, IfExists?> {
        .sparse(
            "ifExists", .choice, { place($0) == .replace ? nil : place($0) },
            "where there is a job of that name: replace (the default) puts the new one in its place or after its run, keep leaves it as it is, fail refuses"
        )
    }

    package struct Reply: WireObject, Hashable {
        package var identifier: JobIdentifier
        package var acceptance: Acceptance
        package var owner: UserID

        package init(identifier: JobIdentifier, acceptance: Acceptance, owner: UserID) {
            self.identifier = identifier
            self.acceptance = acceptance
            self.owner = owner
        }

        package init(_ job: AcceptedJob) {
            self.init(identifier: job.job.identifier, acceptance: job.acceptance, owner: job.job.owner)
        }

        package static let wire = WireTable<Reply>(
            named: "AcceptedJob", about: "A job that was submitted, and how it was taken in; see Submit.",
            .key("identifier", .identifier, \.identifier), .key("acceptance", .choice, \.acceptance),
            .key("owner", .user, \.owner),
            make: Reply.init)
    }
}
