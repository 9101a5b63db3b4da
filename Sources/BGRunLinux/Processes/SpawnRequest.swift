// What a child is to be, before it is one.

/// A program to start, with everything about it said: nothing is taken over from us but what is named here.
package struct SpawnRequest: Sendable {
    /// A limit of setrlimit(2).
    package struct Limit: Equatable, Sendable {
        package let resource: Int32
        package let soft: UInt64
        package let hard: UInt64

        package init(resource: Int32, soft: UInt64, hard: UInt64) {
            self.resource = resource
            self.soft = soft
            self.hard = hard
        }
    }

    /// Whether the child may gain rights by set-uid programs and the like.
    package enum Privileges: Equatable, Sendable {
        case mayGrow, fixed
    }

    /// What becomes of a child whose working directory is not there.
    package enum DirectoryRule: Equatable, Sendable {
        case mustBeThere
        /// `/` will do.
        case orRoot
        /// It is made with the child's rights and umask, with what is missing above it.
        case made
    }

    /// A file whose content is copied with the child's rights to one that is there, which is opened with ours.
    package struct Copy: Equatable, Sendable {
        package let from: String
        package let to: String

        package init(from: String, to: String) {
            self.from = from
            self.to = to
        }
    }

    /// A file that takes the place of standard output or standard error: opened to append to with the child's rights, and made
    /// where it is not there. No link is followed, and nothing but a file will do.
    package struct Output: Equatable, Sendable {
        package enum Stream: Int, Sendable {
            case output = 1
            case error, both
        }

        package let path: String
        package let stream: Stream
        /// From so many bytes on it is renamed first; nil: never.
        package let maxSize: Int?
        /// So many renamed ones are kept.
        package let keep: Int

        package init(path: String, stream: Stream, maxSize: Int?, keep: Int) {
            self.path = path
            self.stream = stream
            self.maxSize = maxSize
            self.keep = keep
        }
    }

    package enum IOPriority: Equatable, Sendable {
        /// As its nice value says.
        case byNice
        /// Served when no one else wants the disk.
        case idle
    }

    /// The program and its arguments. A program without a slash is looked for on the child's own PATH.
    package var arguments: [String]
    /// It is our own program, whatever its name above.
    package var isOurselves = false
    /// `NAME=value`, in the order given.
    package var environment: [String]
    /// Read with the child's rights: its lines, NAME=VALUE, are added to the environment.
    package var environmentFile: (path: String, isOptional: Bool)?
    /// At most 32, with a megabyte together.
    package var copies: [Copy] = []
    /// One for each stream, or one for both.
    package var outputs: [Output] = []
    /// Entered with the child's rights.
    package var workingDirectory: String
    package var directoryRule = DirectoryRule.mustBeThere
    /// Borrowed for the call: what becomes descriptors 0, 1 and 2.
    package var standardInput: Int32
    package var standardOutput: Int32
    package var standardError: Int32
    /// A directory of the cgroup file system to be born in, borrowed for the call.
    package var cgroup: Int32?
    /// The rights a child runs with, whatever groups we have; nil: our own, unchanged.
    package var identity: UserRights?
    /// Whether the work counts as its owner's in the audit log, as what cron starts does. It leaves a line there.
    package var isAudited = false
    /// nil: our own umask.
    package var fileModeMask: UInt32?
    /// nil: our own nice value.
    package var nice: Int32?
    package var ioPriority = IOPriority.byNice
    package var privileges = Privileges.mayGrow
    package var limits: [Limit] = []

    package init(
        arguments: [String], environment: [String], workingDirectory: String,
        standardInput: Int32, standardOutput: Int32, standardError: Int32
    ) {
        self.arguments = arguments
        self.environment = environment
        self.workingDirectory = workingDirectory
        self.standardInput = standardInput
        self.standardOutput = standardOutput
        self.standardError = standardError
    }

    /// The PATH by which a program without a slash in its name is looked for.
    var searchPath: String {
        // Of a name given twice, getenv finds the first.
        return environment.first { $0.hasPrefix("PATH=") }.map { String($0.dropFirst(5)) } ?? "/usr/bin:/bin"
    }
}
