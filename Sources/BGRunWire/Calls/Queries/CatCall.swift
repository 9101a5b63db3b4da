// Cat: a job's descriptor as it holds, and where its keys come from.
import BGRunJSON
import BGRunJob

/// Asks for the descriptor of a job.
package struct CatCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .cat }
    package var target: Target

    package init(_ target: Target) {
        self.target = target
    }

    package static let wire = WireTable<CatCall>(.keys(Target.wire, \.target), make: { CatCall($0) })

    package struct Reply: WireObject, Equatable {
        package var job: JobID
        package var descriptor: JSONObject
        /// The file of a jobs directory that brings it.
        package var file: String?
        /// What has changed what its author wrote, in the order in which it did.
        package var origins: [KeyOrigin]
        /// It waits for the end of a run that was started by what was before.
        package var isFollowing: Bool
        /// Files that keep it from being what they say.
        package var brokenFiles: [BrokenFile]
        /// Of the whole descriptor, hidden values included.
        package var fingerprint: String?
        /// The job has left; this is what it was.
        package var isOver: Bool

        package init(
            job: JobID, descriptor: JSONObject, file: String?, origins: [KeyOrigin] = [],
            isFollowing: Bool = false, brokenFiles: [BrokenFile] = [], fingerprint: String? = nil,
            isOver: Bool = false
        ) {
            self.job = job
            self.descriptor = descriptor
            self.file = file
            self.origins = origins
            self.isFollowing = isFollowing
            self.brokenFiles = brokenFiles
            self.fingerprint = fingerprint
            self.isOver = isOver
        }

        package static let wire = WireTable<Reply>(
            .keys(JobID.wire, \.job),
            .key(
                "descriptor", .rawObject, \.descriptor,
                "without the values of environment and standardInput; what is at its default is left out"),
            .key("file", .optional(.string), \.file, "the file of a jobs directory that brings the job"),
            .key("origins", .list(.object), \.origins, "what has changed it, in this order"),
            .key(
                "isFollowing", .bool, \.isFollowing,
                "an active run was started by the descriptor before it, and this one follows"),
            .key(
                "brokenFiles", .list(.object), \.brokenFiles,
                "files that can't be used, so that the job has what they said before, and does not start"),
            .key(
                "fingerprint", .optional(.string), \.fingerprint,
                "of the whole descriptor, which Submit takes for one that was edited"),
            .usual("isOver", .bool, else: false, \.isOver, "the job is over, and this is what it was"),
            make: Reply.init)
    }
}

extension KeyOrigin: WireObject {
    package static let wire = WireTable<KeyOrigin>(
        named: "KeyOrigin", about: "What has given some keys of a descriptor, or taken them away.",
        .key(
            "dropIn", .optional(.string), \.dropIn, "a file beside the job's; null for the policy's defaults"),
        .key("keys", .list(.string), \.keys, "the outermost keys that it names"),
        make: KeyOrigin.init(dropIn:keys:))
}
