// Status: the daemon, the device, and the jobs the caller may see.
import BGRunJob

/// Asks for the status. Called with `more` it is a stream: the whole status again whenever it has changed.
package struct StatusCall: SchedulerCall {
    package static let method = SchedulerMethod.status

    /// Only this job; nil for all.
    package var identifier: JobIdentifier?
    /// Only jobs of this user; nil for all that the caller may see.
    package var owner: UserID?

    package init(identifier: JobIdentifier? = nil, owner: UserID? = nil) {
        self.identifier = identifier
        self.owner = owner
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        identifier = try fields.optional("identifier", .identifier)
        owner = try fields.optional("owner", .user)
    }

    package var fields: [Field] {
        [Field("identifier", .identifier, orNull: identifier), Field("owner", .user, orNull: owner)]
    }

    package struct Reply: WireObject, Hashable {
        package var daemon: DaemonReport
        package var device: DeviceReport
        /// Sorted by identifier, then owner.
        package var jobs: [JobReport]
        /// Sorted by path; only root sees those of the system daemon.
        package var brokenFiles: [BrokenFile]

        package init(
            daemon: DaemonReport, device: DeviceReport, jobs: [JobReport], brokenFiles: [BrokenFile] = []
        ) {
            self.daemon = daemon
            self.device = device
            self.jobs = jobs
            self.brokenFiles = brokenFiles
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            daemon = try fields.required("daemon", .object(DaemonReport.self))
            device = try fields.required("device", .object(DeviceReport.self))
            jobs = try fields.required("jobs", .list(of: .object(JobReport.self)))
            brokenFiles = try fields.required("brokenFiles", .list(of: .object(BrokenFile.self)))
        }

        package var fields: [Field] {
            [
                Field("daemon", .object(DaemonReport.self), daemon),
                Field("device", .object(DeviceReport.self), device),
                Field("jobs", .list(of: .object(JobReport.self)), jobs),
                Field("brokenFiles", .list(of: .object(BrokenFile.self)), brokenFiles),
            ]
        }
    }
}
