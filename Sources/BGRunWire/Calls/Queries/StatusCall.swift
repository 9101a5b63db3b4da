// Status: the daemon, the device, and the jobs the caller may see.
import BGRunJob

/// Asks for the status. Called with `more` it is a stream: the whole status again whenever it has changed.
package struct StatusCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .status }
    package var jobs: JobSelection
    /// No stream is meant: `more` only lets it come in parts.
    package var once: Bool

    package init(_ jobs: JobSelection = .all(owner: nil), once: Bool = true) {
        self.jobs = jobs
        self.once = once
    }

    package static let wire = WireTable<StatusCall>(
        .keys(JobSelection.wire, \.jobs), .usual("once", .bool, else: false, \.once),
        JobSelection.tag(of: \.jobs),
        make: { jobs, once, tag throws(FieldFault) in StatusCall(try jobs.with(tag), once: once) })

    package struct Reply: WireObject, Hashable {
        package var daemon: DaemonReport
        package var device: DeviceReport
        package var jobs: [JobReport]
        package var brokenFiles: [BrokenFile]
        package var assertions: [AssertionStatus]
        /// The last runs of jobs that are over.
        package var ended: [EndedReport]

        package init(
            daemon: DaemonReport, device: DeviceReport, jobs: [JobReport], brokenFiles: [BrokenFile] = [],
            assertions: [AssertionStatus] = [], ended: [EndedReport] = []
        ) {
            self.daemon = daemon
            self.device = device
            self.jobs = jobs
            self.brokenFiles = brokenFiles
            self.assertions = assertions
            self.ended = ended
        }

        package static let wire = WireTable<Reply>(
            .key("daemon", .object, \.daemon), .key("device", .object, \.device),
            .key("jobs", .list(.object), \.jobs, "sorted by identifier, then owner"),
            .key(
                "brokenFiles", .list(.object), \.brokenFiles,
                "sorted by path; only root sees those of the system's daemon"),
            .usual("assertions", .list(.object), else: [], \.assertions),
            .usual(
                "ended", .list(.object), else: [], \.ended,
                """
                the last run of each job that is over since a day or so (showEnded of the policy), the newest first; of a \
                job that is asked for, whenever that was
                """),
            make: Reply.init)
    }
}
