// The two parameters that name a job.
import BGRunJob

extension Target: WireObject {
    package static let wire = WireTable<Target>(
        .key("identifier", .identifier, \.identifier), .key("owner", .optional(.user), \.owner),
        make: Target.init)
}
