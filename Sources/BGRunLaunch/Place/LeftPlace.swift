// Directories of jobs that are gone: put out of the way at once, emptied by their owners, and then taken away.
import BGRunJob
import BGRunLinux
import Glibc

/// A state directory of which the job is gone. Its name is none that a job can have.
///
/// What lies in it is its owner's, of any size, and may not answer: emptying it is an errand of the owner's. The directory
/// above is the daemon's, so the last step is ours.
package struct LeftPlace: Hashable, Sendable {
    /// Whose it is: the job's owner, or, of a job of root's, whose rights its runs had.
    package let owner: UserID
    /// The directory of the job's owner.
    private let folder: UserID
    private let name: String
    private let stateDirectory: String

    /// Where it lies, for the errand.
    package var path: String { "\(stateDirectory)/jobs/\(folder)/\(name)" }

    private static let mark = ".gone-"

    private init(owner: UserID, in folder: UserID, name: String, _ settings: LaunchSettings) {
        self.owner = owner
        self.folder = folder
        self.name = name
        stateDirectory = settings.stateDirectory
    }

    /// Puts the directory of a job out of the way; nil where there is none.
    ///
    /// - Throws: EBUSY where its owner has mounted something on it.
    init?(of job: JobID, _ settings: LaunchSettings) throws(SystemError) {
        // The clock's reading tells it apart; the identifier is for people, and may be as long as a name can be.
        let name = "\(Self.mark)\(Clock.read(.monotonic))-\(job.identifier.text.prefix(200))"
        self.init(owner: RunPlace.user(of: job, settings), in: job.owner, name: name, settings)
        do throws(SystemError) {
            try above().rename(job.identifier.text, to: name)
        } catch {
            if error.errno == ENOENT { return nil }
            throw error
        }
    }

    /// Takes it away, once it is empty: ENOTEMPTY where it is not.
    func remove() throws(SystemError) { try above().removeDirectory(name) }

    private func above() throws(SystemError) -> Directory {
        try Directory(path: stateDirectory).directory("jobs").directory("\(folder)")
    }

    /// All state directories below the daemon's: of jobs, and those that were put out of the way.
    static func all(_ settings: LaunchSettings) throws(SystemError) -> (jobs: [JobID], left: [LeftPlace]) {
        var (jobs, left): ([JobID], [LeftPlace]) = ([], [])
        let top: Directory
        do throws(SystemError) {
            top = try Directory(path: settings.stateDirectory).directory("jobs")
        } catch {
            if error.errno == ENOENT { return ([], []) }
            throw error
        }
        for number in try top.names(limit: mostNames) {
            // Those that were set aside have no number for a name, and are root's business.
            guard let owner = UInt32(number).map({ UserID($0) }), "\(owner)" == number,
                let names = try? top.directory(number).names(limit: mostNames)
            else { continue }
            for name in names {
                if name.hasPrefix(mark) {
                    // What is mounted there is not asked; it is tried as the owner of the job, and stays.
                    let status =
                        owner == .root && settings.daemonUser == .root
                        ? try? top.directory(number).unmountedDirectory(name).descriptor.status() : nil
                    left.append(
                        LeftPlace(
                            owner: status.map { UserID($0.user) } ?? owner, in: owner, name: name, settings))
                } else if let identifier = JobIdentifier(name) {
                    jobs.append(JobID(owner: owner, identifier: identifier))
                }
            }
        }
        return (jobs, left)
    }

    private static let mostNames = 1 << 20
}
