// The directories of a run: the job's own, kept between runs, and the one its stop reason is put in.
import BGRunJob
import BGRunLinux

/// Where a run finds its things.
///
/// `jobs/UID/IDENTIFIER` below the state directory belongs to the owner, closed to others. Everything
/// above it is the daemon's, and so is the run's directory: an owner can put no link in our way.
struct RunPlace {
    static let reasonName = "stop-reason"

    let stateDirectory: String
    let stopReasonFile: String

    private let settings: LaunchSettings
    private let run: RunID
    private let owner: FileOwner?

    /// - Parameter owner: whom files are given to; nil where we are the owner.
    init(_ run: RunID, of job: JobID, for owner: FileOwner?, _ settings: LaunchSettings) {
        self.run = run
        self.owner = owner
        self.settings = settings
        stateDirectory = "\(settings.stateDirectory)/jobs/\(job.owner)/\(job.identifier)"
        stopReasonFile = "\(settings.runtimeDirectory)/runs/\(run)/\(RunPlace.reasonName)"
    }

    /// Makes what is missing.
    func make(for job: JobID) throws(SystemError) {
        let state = try Directory(path: settings.stateDirectory)
        // Passed through by owners on the way to theirs, listed by no one else.
        let ofUser = try passage("\(job.owner)", in: passage("jobs", in: state))
        let ofJob = try ofUser.directory(job.identifier.text, creatingWith: 0o700)
        if let owner { try ofJob.descriptor.setOwner(owner) }
        _ = try runDirectory()
    }

    /// Writes the stop reason where the run can read it. A reader finds the whole text or no file.
    func write(_ reason: StopReason) throws(SystemError) {
        let directory = try runDirectory()
        try directory.replaceFile(
            RunPlace.reasonName, with: Array("\(reason)\n".utf8), mode: 0o400, owner: owner)
    }

    /// Takes away the run's directory, with the reason in it.
    func remove() throws(SystemError) {
        let runs = try Directory(path: settings.runtimeDirectory).directory("runs")
        let directory = try runs.directory("\(run)")
        // Nothing but the reason, and what an interrupted writing of it left.
        for name in try directory.names(limit: 100) { try directory.remove(name) }
        try runs.removeDirectory("\(run)")
    }

    private func runDirectory() throws(SystemError) -> Directory {
        try passage("\(run)", in: passage("runs", in: Directory(path: settings.runtimeDirectory)))
    }

    /// A directory that others pass through but cannot list. One that is there is put right: a crash may
    /// have come between its making and its permissions.
    private func passage(_ name: String, in parent: borrowing Directory) throws(SystemError) -> Directory {
        let directory = try parent.directory(name, creatingWith: 0o711)
        if try directory.descriptor.status().permissions != 0o711 {
            try directory.descriptor.setPermissions(0o711)
        }
        return directory
    }
}
