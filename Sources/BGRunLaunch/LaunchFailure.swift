// A run that could not be started, and what to do about it.
import BGRunJob
import BGRunLinux
import Glibc

/// Why there is no run. Nothing of it is left behind.
package enum LaunchFailure: Error, Equatable, Sendable {
    /// The owner's number has no entry in the user database.
    case noAccount(UserID)
    /// A user's own daemon runs that user's jobs only.
    case notOurs(UserID)
    /// The user database, or PAM, did not answer before the launch was given up.
    case accountInTime(UserID)
    /// The user database can't be read.
    case accountUnknown(UserID, reason: String)
    /// The number belongs to somebody else than when the job was accepted.
    case anotherOwner(UserID, was: String, name: String)
    /// PAM lets the account have no programs now: it has expired, or nobody may log in.
    case refused(name: String, reason: String)
    /// A job of root's names a user, or a group, whose rights it can't have.
    case otherUser(String, reason: String, isLasting: Bool)
    case homeMissing(path: String, errno: Int32)
    case workingDirectory(path: String, errno: Int32)
    /// It was not there, and was not to be made either.
    case madeDirectory(path: String, errno: Int32)
    /// What the run was to be handed at its start can't be read with its rights, or is too large.
    case environmentFile(path: String, errno: Int32)
    case credential(name: String, errno: Int32)
    case handedFileInTime(String)
    /// What it writes can't go where its job says.
    case output(path: String, errno: Int32)
    case outputInTime(path: String)
    /// The program is not there, not executable, or of a kind the kernel does not run.
    case program(name: String, errno: Int32, ProgramFault? = nil)
    /// The directory was not entered, or the program not begun, before that was given up.
    case directoryInTime(path: String)
    case programInTime(name: String)
    /// Nothing here holds a run to a limit that its job sets.
    case unheld(ResourceRules.Hold)
    /// Another step on the way to the program.
    case step(SpawnFailure.Step, errno: Int32)
    /// A directory, file or pipe the run needs could not be made.
    case system(SystemError)
    /// As many errands are under way as there may be.
    case tooManyErrands(limit: Int)
}

extension LaunchFailure {
    /// Makes a failed system call a failed launch.
    static func ifFails<Result: ~Copyable>(
        _ body: @autoclosure () throws(SystemError) -> Result
    ) throws(LaunchFailure) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .system(error)
        }
    }
}

extension LaunchFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noAccount(let user): "user \(user) has no entry in the user database"
        case .notOurs(let user): "this daemon does not run as root, so it cannot run jobs of user \(user)"
        case .accountInTime(let user):
            "the account of user \(user) was not told in time: the user database or PAM does not answer"
        case .accountUnknown(let user, let reason): "the account of user \(user) can't be told: \(reason)"
        case .anotherOwner(let user, let old, let new): "user \(user) was \(old), and is \(new) now"
        case .refused(let name, let reason): "PAM refuses the account \(name): \(reason)"
        case .otherUser(let name, let reason, _): "the rights of \(name) can't be taken: \(reason)"
        case .environmentFile(let path, ENXIO):
            "the environment file \(path) can't be read: it is no regular file"
        case .environmentFile(let path, let errno):
            "the environment file \(path) can't be read: \(SystemError.text(of: errno))"
        case .credential(let name, EFBIG):
            "the credential \(name) can't be handed over: all of them together have more than 1 MiB"
        case .credential(let name, ENXIO):
            "the file of the credential \(name) can't be read: it is no regular file"
        case .credential(let name, let errno):
            "the file of the credential \(name) can't be read: \(SystemError.text(of: errno))"
        case .handedFileInTime(let what): "\(what) was not read in time: what holds it does not answer"
        case .output(let path, ELOOP):
            "its output can't go to \(path): it is a link, and those are not followed"
        case .output(let path, ENXIO): "its output can't go to \(path): it is no regular file"
        case .output(let path, let errno): "its output can't go to \(path): \(SystemError.text(of: errno))"
        case .outputInTime(let path):
            "the file \(path) for its output was not opened in time: what holds it does not answer"
        case .homeMissing(let path, let errno):
            "the owner's home \(path) can't be entered: \(SystemError.text(of: errno))"
        case .workingDirectory(let path, let errno):
            "the working directory \(path) can't be entered: \(SystemError.text(of: errno))"
        case .madeDirectory(let path, let errno):
            "the working directory \(path) is not there and can't be made: \(SystemError.text(of: errno))"
        case .program(let name, _, let fault?):
            "\(name) can't be executed: \(fault.reason); \(fault.advice(for: ShellWord.typed(name)))"
        case .program(let name, let errno, nil):
            "\(name) can't be executed: \(SystemError.text(of: errno))"
        case .directoryInTime(let path):
            "the directory \(path) was not entered in time: what holds it does not answer"
        case .programInTime(let name):
            "\(name) did not begin in time: what holds it does not answer, or its owner has stopped it"
        // In the words in which it is told of the job itself: said twice, it would seem to be two things.
        case .unheld(let hold): Impediment(hold).reason
        case .step(let step, let errno):
            "the run failed to start while \(step.activity): \(SystemError.text(of: errno))"
        case .system(let error): "\(error)"
        case .tooManyErrands(let limit): "\(limit) others of its owner's are under way"
        }
    }
}

extension LaunchFailure {
    /// What the scheduler has to know: whether the same launch may succeed another time, and whether another would.
    package var fault: LaunchFault {
        switch self {
        case .noAccount, .notOurs, .anotherOwner, .unheld, .otherUser(_, _, true):
            .lasting(reason: description)
        case .homeMissing(let path, ENOENT): .missing(path: path, reason: description)
        // It may be on a disk or a server that is not mounted yet.
        case .homeMissing, .tooManyErrands, .directoryInTime, .programInTime, .handedFileInTime,
            .outputInTime, .otherUser(_, _, false):
            .passing(reason: description)
        // So it would be with every other launch of the owner's.
        case .accountInTime, .accountUnknown, .refused: .shortage(reason: description)
        // The owner has as many processes as they may have (setrlimit(2)).
        case .program(_, EAGAIN, _): .shortage(reason: description)
        // It may ask for more than there will ever be.
        case .environmentFile(_, let errno), .output(_, let errno), .credential(_, let errno),
            .workingDirectory(_, let errno),
            .madeDirectory(_, let errno), .program(_, let errno, _):
            Self.isPassing(errno) || Self.isShortage(errno)
                ? .passing(reason: description) : .lasting(reason: description)
        case .step(_, let errno): fault(of: errno)
        case .system(let error): fault(of: error.errno)
        }
    }

    private func fault(of errno: Int32) -> LaunchFault {
        if Self.isShortage(errno) { return .shortage(reason: description) }
        return Self.isPassing(errno) ? .passing(reason: description) : .lasting(reason: description)
    }

    /// Errors that tell of what runs and others hold and give back, and nothing of the job (errno(3)).
    private static func isShortage(_ errno: Int32) -> Bool {
        [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(errno)
    }

    /// Errors that tell of what may be otherwise in a moment.
    private static func isPassing(_ errno: Int32) -> Bool {
        [ENOSPC, EDQUOT, EIO, EINTR].contains(errno)
    }
}

extension SpawnFailure.Step {
    fileprivate var activity: String {
        switch self {
        case .arguments: "reading its arguments"
        case .clone: "making a process"
        case .cgroup: "entering its cgroup"
        case .session: "opening its session"
        case .standardDescriptors: "connecting its input and output"
        case .limits: "setting its resource limits"
        case .priority: "setting its priority"
        case .identity: "taking its owner's rights"
        case .privileges: "giving up new privileges"
        case .credential: "handing over its credentials"
        case .environmentFile: "reading its environment file"
        case .makingDirectory: "making its working directory"
        case .workingDirectory: "entering its working directory"
        case .output: "opening the file for its output"
        case .execute: "executing its program"
        case .home: "looking for its owner's home"
        }
    }
}
