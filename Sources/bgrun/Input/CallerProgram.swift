// The program that is meant by a word of the caller's command line.
import BGRunLinux
import BGRunText
import Glibc

/// Finds programs as the caller's shell would.
enum CallerProgram {
    /// The daemon has another PATH and another directory, so the caller's are used here.
    static func path(of program: String) throws -> String {
        guard !program.contains("/") else {
            let path = program.hasPrefix("/") ? program : "\(try workingDirectory())/\(program)"
            guard isExecutable(path) else { throw missing(program, "there is no such program") }
            return path
        }
        let directories = (Machine.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(
            separator: ":")
        for directory in directories where directory.hasPrefix("/") {
            let path = "\(directory)/\(program)"
            if isExecutable(path) { return path }
        }
        throw missing(program, "it is not on your PATH")
    }

    private static func missing(_ program: String, _ why: String) -> Failure {
        .usage("\(program.visible) can't be run: \(why)", advice: "check its name, or give its full path")
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, X_OK) == 0
    }

    static func workingDirectory() throws -> String {
        guard let directory = Machine.workingDirectory else {
            throw Failure.usage("the working directory is gone", advice: "change to one that exists")
        }
        return directory
    }
}
