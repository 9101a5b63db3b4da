// SubmitAll: hand the daemon several jobs, all or none.
import BGRunJSON
import BGRunJob

/// Asks for several jobs of one owner. The reply comes after all of them are stored, in one transaction.
package struct SubmitAllCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .submitAll }
    package var descriptors: [JSONObject]
    package var owner: UserID?
    package var ifExists: IfExists

    /// So many jobs may be named in one call: they are read, decided and stored in one go.
    package static let most = 1000
    /// All schedules of them together have so many entries at most: they are planned in one turn, which holds everybody.
    package static let mostSchedules = 2000

    package init(descriptors: [JSONObject], owner: UserID? = nil, ifExists: IfExists = .replace) {
        self.descriptors = descriptors
        self.owner = owner
        self.ifExists = ifExists
    }

    package static let wire = WireTable<SubmitAllCall>(
        .key("descriptors", .list(.rawObject), \.descriptors, "1 to \(most)"),
        .key("owner", .optional(.user), \.owner), SubmitCall.ifExists(\.ifExists),
        make: { descriptors, owner, ifExists throws(FieldFault) in
            guard (1...most).contains(descriptors.count) else { throw FieldFault("descriptors") }
            return SubmitAllCall(descriptors: descriptors, owner: owner, ifExists: ifExists ?? .replace)
        })

    package struct Reply: WireObject, Hashable {
        package var jobs: [SubmitCall.Reply]

        package init(jobs: [SubmitCall.Reply]) {
            self.jobs = jobs
        }

        package static let wire = WireTable<Reply>(
            .key("jobs", .list(.object), \.jobs, "in the order of the descriptors"), make: Reply.init)
    }
}
