// The two fields that name a job and its owner.
import BGRunJob

extension JobID: WireObject {
    package static let wire = WireTable<JobID>(
        .key("identifier", .identifier, \.identifier), .key("owner", .user, \.owner),
        make: { JobID(owner: $1, identifier: $0) })
}
