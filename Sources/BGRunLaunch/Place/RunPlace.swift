// What a run finds on disk: its job's own directory, kept between runs, and its stop reason.
import BGRunJob
import BGRunLinux
import Glibc

/// Where a run finds its things.
///
/// `jobs/UID/IDENTIFIER` below the state directory belongs to the owner, closed to others. Everything
/// above it is the daemon's, and so is the directory of stop reasons: an owner can put no link in our way.
struct RunPlace {
    static let reasons = "stop-reasons"

    let stateDirectory: String
    let stopReasonFile: String

    let settings: LaunchSettings
    let run: RunID
    /// Whose its files are; nil where they are ours, who are that user.
    let owner: UInt32?

    /// - Parameter user: Whose rights it has, where these are not its owner's.
    init(_ run: RunID, of job: JobID, _ settings: LaunchSettings, for user: UserID? = nil) {
        self.run = run
        owner = settings.newOwner(of: user ?? job.owner)
        self.settings = settings
        stateDirectory = "\(settings.stateDirectory)/jobs/\(job.owner)/\(job.identifier)"
        stopReasonFile = "\(settings.runtimeDirectory)/\(RunPlace.reasons)/\(run)"
    }

    /// Whose rights a run of the job has had: its state directory is theirs. What its owner has mounted there is not asked.
    static func user(of job: JobID, _ settings: LaunchSettings) -> UserID {
        // Only root's jobs may have another's.
        guard settings.daemonUser == .root, job.owner == .root,
            let jobs = try? Directory(path: settings.stateDirectory).directory("jobs"),
            let status = try? jobs.directory("\(job.owner)").unmountedDirectory(job.identifier.text)
                .descriptor.status()
        else { return job.owner }
        return UserID(status.user)
    }

    /// Makes what is missing.
    ///
    /// - Parameter group: Of what belongs to the owner.
    func make(for job: JobID, group: UInt32) throws(SystemError) {
        let state = try Directory(path: settings.stateDirectory)
        // Passed through by owners on the way to theirs, listed by no one else. Who is not of the owner's group sees nothing of what
        // lies in it either, nor when it was written to; jobs of root's may have anybody's rights.
        let isOwners = job.owner != .root && owner == job.owner.rawValue
        let ofUser = try Self.passage(
            "\(job.owner)", in: Self.passage("jobs", in: state), group: isOwners ? group : nil)
        do throws(SystemError) {
            let ofJob = try stateDirectory(named: job.identifier.text, in: ofUser)
            if let owner { try ofJob.descriptor.setOwner(owner, group: group) }
        } catch  where error.errno == EXDEV {
            // Its owner has mounted something on it. What that is may never answer, and is theirs to enter.
        }
    }

    /// The job's own directory. Where its runs have another user's rights than before it is a new one: what that user has
    /// left there may be links to what is ours.
    private func stateDirectory(
        named name: String, in jobs: borrowing Directory
    ) throws(SystemError) -> Directory {
        var isNew = false
        let found = try jobs.unmountedDirectory(name, creatingWith: 0o700, isNew: &isNew)
        let user = try found.descriptor.status().user
        if isNew || user == owner ?? settings.daemonUser.rawValue { return found }
        // No identifier has a tilde, and one may be as long as a name can be.
        let mark = "~until-run-\(run)"
        try jobs.rename(name, to: name.prefix(Int(NAME_MAX) - mark.utf8.count) + mark)
        try jobs.descriptor.synchronize()
        return try jobs.unmountedDirectory(name, creatingWith: 0o700)
    }

    /// Puts all directories of an owner's jobs out of everybody's way but root's, under a name that no number is.
    ///
    /// - Parameter date: Part of the new name. Nothing happens where there are none, or they lie there already.
    static func setAside(of owner: UserID, until date: String, _ settings: LaunchSettings) throws(SystemError)
    {
        do throws(SystemError) {
            let jobs = try Directory(path: settings.stateDirectory).directory("jobs")
            // A link in its place has nothing of its own to close, and goes out of the way like a directory.
            try? jobs.directory("\(owner)").descriptor.setPermissions(0o700)
            try jobs.rename("\(owner)", to: "\(owner)-until-\(date)")
            try jobs.descriptor.synchronize()
        } catch {
            if error.errno != ENOENT { throw error }
        }
    }

    /// Writes the stop reason where the run can read it. A reader finds the whole text or no file. The file stays ours: whoever could
    /// write to it could fill everybody's tmpfs.
    func write(_ reason: StopReason) throws(SystemError) {
        let reasons = try Self.passage(
            RunPlace.reasons, in: Directory(path: settings.runtimeDirectory))
        try reasons.replaceFile("\(run)", with: Array("\(reason)\n".utf8), mode: 0o400, reader: owner)
    }

    /// Takes the stop reason away. Most runs never had one.
    func remove() throws(SystemError) {
        do throws(SystemError) {
            let runtime = try Directory(path: settings.runtimeDirectory)
            try runtime.directory(RunPlace.reasons).removeIfPresent("\(run)")
        } catch {
            if error.errno != ENOENT { throw error }
        }
        removeCredentials()
    }

    /// A directory that others pass through but cannot list. One that is there is put right: a crash may
    /// have come between its making and its permissions.
    ///
    /// - Parameter group: Whose members alone pass through; nil: everybody.
    static func passage(
        _ name: String, in parent: borrowing Directory, group: UInt32? = nil
    ) throws(SystemError) -> Directory {
        let permissions: UInt32 = group == nil ? 0o711 : 0o710
        let directory = try parent.directory(name, creatingWith: permissions)
        let status = try directory.descriptor.status()
        if let group, status.group != group {
            try directory.descriptor.setOwner(status.user, group: group)
        }
        if status.permissions != permissions { try directory.descriptor.setPermissions(permissions) }
        return directory
    }
}
