// The parameters that say which jobs are meant, where it may be several.
import BGRunJob

/// One job, those with a tag, or all that the caller may see or change.
package enum JobSelection: WireObject, Hashable {
    case job(Target)
    /// All jobs with this tag of this user; with nil of all that the call lets the caller mean.
    case tagged(Label, owner: UserID?)
    /// All jobs of this user; with nil all that the call lets the caller mean.
    case all(owner: UserID?)

    /// The job of this name, or all jobs where there is no name.
    package init(_ identifier: JobIdentifier?, of owner: UserID?) {
        self = identifier.map { .job(Target(identifier: $0, owner: owner)) } ?? .all(owner: owner)
    }

    /// All but the tag, which came later: it stands last in each call, since some clients give parameters by their places.
    package static let wire = WireTable<JobSelection>(
        .key("identifier", .optional(.identifier), \.identifier), .key("owner", .optional(.user), \.owner),
        make: { JobSelection($0, of: $1) })

    /// The row of the tag in a call.
    static func tag<Call>(of jobs: @escaping @Sendable (Call) -> JobSelection) -> WireRow<Call, Label?> {
        .sparse("tag", .label, { jobs($0).tag }, "all jobs that have it, in place of identifier")
    }

    /// The same with the tag that the call names.
    func with(_ tag: Label?) throws(FieldFault) -> JobSelection {
        guard let tag else { return self }
        guard identifier == nil else { throw FieldFault("tag") }
        return .tagged(tag, owner: owner)
    }

    package var identifier: JobIdentifier? {
        switch self {
        case .job(let target): target.identifier
        case .tagged, .all: nil
        }
    }

    package var tag: Label? {
        switch self {
        case .tagged(let tag, _): tag
        case .job, .all: nil
        }
    }

    package var owner: UserID? {
        switch self {
        case .job(let target): target.owner
        case .tagged(_, let owner), .all(let owner): owner
        }
    }
}
