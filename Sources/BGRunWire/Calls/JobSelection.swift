// The two parameters that say which jobs are meant, where it may be all of them.
import BGRunJob

/// One job, or all that the caller may see or change.
package enum JobSelection: WireObject, Hashable {
    case job(Target)
    /// All jobs of this user; with nil all that the call lets the caller mean.
    case all(owner: UserID?)

    /// The job of this name, or all jobs where there is no name.
    package init(_ identifier: JobIdentifier?, of owner: UserID?) {
        self = identifier.map { .job(Target(identifier: $0, owner: owner)) } ?? .all(owner: owner)
    }

    package static let wire = WireTable<JobSelection>(
        .key("identifier", .optional(.identifier), \.identifier), .key("owner", .optional(.user), \.owner),
        make: { JobSelection($0, of: $1) })

    package var identifier: JobIdentifier? {
        switch self {
        case .job(let target): target.identifier
        case .all: nil
        }
    }

    package var owner: UserID? {
        switch self {
        case .job(let target): target.owner
        case .all(let owner): owner
        }
    }
}
