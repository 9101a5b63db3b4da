// The program that is meant by a word of the caller's command line.
import BGRunJob
import BGRunLinux
import BGRunText
import Glibc

/// Finds programs as the caller's shell would.
enum CallerProgram {
    /// The daemon has another PATH and another directory, so the caller's are used here.
    static func path(of program: String) throws -> String {
        guard !program.contains("/") else {
            let path = program.hasPrefix("/") ? program : "\(try workingDirectory())/\(program)"
            if isExecutable(path) { return path }
            guard let fault = ProgramFault.find(at: path, where: { _ in true }) else {
                throw missing(program, "there is no such program")
            }
            throw Failure.usage(
                "\(program.visible) can't be run: \(fault.reason)",
                advice: fault.advice(for: ShellWord.typed(program)).visible)
        }
        let directories = (Machine.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(
            separator: ":")
        for directory in directories where directory.hasPrefix("/") {
            let path = "\(directory)/\(program)"
            if isExecutable(path) { return path }
        }
        throw missing(program, "it is not on your PATH")
    }

    /// The program of a command behind `--`. What a shell would take is told with what to write here.
    static func path(ofCommand command: [String]) throws -> String {
        do {
            return try path(of: command[0])
        } catch {
            throw ShellHabit(command).failure ?? error
        }
    }

    private static func missing(_ program: String, _ why: String) -> Failure {
        .usage("\(program.visible) can't be run: \(why)", advice: "check its name, or give its full path")
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, X_OK) == 0
    }

    static func workingDirectory() throws(Failure) -> String {
        guard let bytes = Machine.workingDirectoryBytes else {
            throw Failure.usage("the working directory is gone", advice: "change to one that exists")
        }
        return try text(bytes, "the working directory")
    }

    /// A descriptor is text, and so is all that it names.
    static func text(_ bytes: [UInt8], _ title: String? = nil) throws(Failure) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let name = String(decoding: bytes, as: UTF8.self).visible
        throw Failure.usage(
            (title.map { "\($0) \(name)" } ?? name) + " is not UTF-8, and a descriptor can't hold it",
            advice: "write it in UTF-8; a file of such a name is reached by a link with a plain one")
    }
}
