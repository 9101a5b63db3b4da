// Cancel: end the current occurrence of a job and forget it, or of all jobs.
import BGRunJob

/// Asks to cancel one job, or all jobs of a user; of the caller where none is named.
package struct CancelCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .cancel }
    package var jobs: JobSelection
    /// One occurrence that has not begun alone is meant; of one job.
    package var isNext: Bool

    package init(_ jobs: JobSelection, isNext: Bool = false) {
        self.jobs = jobs
        self.isNext = isNext
    }

    /// Exactly one of `identifier`, `tag` and `all: true`: a forgotten identifier must not cancel everything.
    package static let wire = WireTable<CancelCall>(
        .keys(JobSelection.wire, \.jobs), .usual("all", .bool, else: false, \.meansAll),
        JobSelection.tag(of: \.jobs),
        .sparse(
            "next", .bool, \.next,
            "only the occurrence that is next and has not begun; the job stays"),
        make: { jobs, all, tag, next throws(FieldFault) in
            try CancelCall(jobs.with(tag), all: all, isNext: next ?? false)
        })

    private init(_ jobs: JobSelection, all: Bool, isNext: Bool) throws(FieldFault) {
        self.isNext = isNext
        switch (jobs, all) {
        case (.tagged, false) where isNext, (.all, true) where isNext: throw FieldFault("next")
        case (.job, false), (.tagged, false), (.all, true): self.jobs = jobs
        case (.all, false): throw FieldFault("identifier")
        case (.job, true), (.tagged, true): throw FieldFault("all")
        }
    }

    private var next: Bool? { isNext ? true : nil }
    private var meansAll: Bool { jobs.identifier == nil && jobs.tag == nil }

    package struct Reply: WireObject, Hashable {
        /// The cancelled jobs, sorted.
        package var cancelled: [JobIdentifier]

        package init(cancelled: [JobIdentifier]) {
            self.cancelled = cancelled
        }

        package static let wire = WireTable<Reply>(
            .key("cancelled", .list(.identifier), \.cancelled), make: Reply.init)
    }
}
