// The file that a report is written to, and the browser that shows it.
import BGRunLinux
import BGRunText
import Glibc

/// A file that is replaced whole: written beside its place under a name that nobody knows, and then renamed.
///
/// A link in its place is replaced, never followed, and only its owner can read it.
struct ReportFile {
    let path: String

    init(_ path: String) throws {
        self.path = path.hasPrefix("/") ? path : "\(try Self.directory())/\(path)"
    }

    /// The page that is made anew each time somebody wants to see one, in a directory of its own that only its owner can enter.
    static func inCache() throws -> ReportFile {
        func variable(_ name: String) -> String? {
            Machine.environment(name).flatMap { $0.hasPrefix("/") && mayBeOurs($0) ? $0 : nil }
        }
        let home = variable("HOME") ?? (try? UserAccount.with(user: Machine.effectiveUser))??.home
        guard let cache = variable("XDG_CACHE_HOME") ?? home.map({ "\($0)/.cache" }) else {
            throw Failure.usage("there is no HOME to keep the page in", advice: "name a file with --html")
        }
        for directory in [cache, "\(cache)/bgrun"]
        where unsafe mkdir(directory, 0o700) != 0 && errno != EEXIST {
            throw failure("\(directory.visible) can't be made", errno)
        }
        let own = "\(cache)/bgrun"
        do throws(SystemError) {
            let directory = try File.open(own, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            guard try directory.status().user == Machine.effectiveUser else {
                throw SystemError(operation: "open", path: own, errno: EPERM)
            }
            try directory.setPermissions(0o700)
        } catch {
            throw Failure.usage(
                "\(own.visible) is no directory of yours", advice: "remove it, or name a file with --html")
        }
        return try ReportFile("\(own)/report.html")
    }

    /// Whether the way to a place is nobody's but root's, for root: what a shell has told, as with sudo -E, may be another's, who
    /// puts links there.
    private static func mayBeOurs(_ path: String) -> Bool {
        guard Machine.effectiveUser == 0 else { return true }
        var way = ""
        for name in path.split(separator: "/") {
            way += "/\(name)"
            guard let status = try? File.statusOfLink(at: way) else { return false }
            let isSticky = status.permissions & 0o1000 != 0
            guard status.kind == .directory, status.user == 0, !status.othersMayWrite || isSticky else {
                return false
            }
        }
        return true
    }

    private static func directory() throws -> String {
        guard let name = unsafe getcwd(nil, 0) else {
            throw failure("the working directory can't be found", errno)
        }
        defer { unsafe free(name) }
        return unsafe String(cString: name)
    }

    func replace(with text: String) throws {
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG, S_IFLNK: break
            case S_IFDIR: throw Failure.usage("\(path.visible) is a directory", advice: "name a file in it")
            // To replace /dev/null would break the machine.
            case _: throw Failure.usage("\(path.visible) is no file", advice: "name one that may be replaced")
            }
        }
        var generator = SystemRandomNumberGenerator()
        let new = "\(path).\(String(generator.next(), radix: 36)).new"
        let number = unsafe Glibc.open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw Self.failure("\(path.visible) can't be written", errno) }
        do throws(SystemError) {
            let file = FileDescriptor(owning: number)
            try file.write(all: Array(text.utf8))
        } catch {
            unsafe unlink(new)
            throw Self.failure("\(path.visible) can't be written", error.errno)
        }
        guard unsafe rename(new, path) == 0 else {
            let error = errno
            unsafe unlink(new)
            throw Self.failure("\(path.visible) can't be replaced", error)
        }
    }

    /// Has the desktop show it, and waits for nothing.
    func open() throws {
        let program = "xdg-open"
        var process = pid_t()
        let name = unsafe strdup(program)
        let page = unsafe strdup(path)
        defer {
            unsafe free(name)
            unsafe free(page)
        }
        var arguments = unsafe [name, page, nil]
        let error = unsafe posix_spawnp(&process, program, nil, nil, &arguments, environ)
        guard error == 0 else {
            throw Failure(
                .refused,
                Complaint(
                    "the page can't be shown: xdg-open: \(SystemError.text(of: error))",
                    advice: "open \(path.visible) in a browser; the package xdg-utils has xdg-open"))
        }
    }

    private static func failure(_ what: String, _ error: Int32) -> Failure {
        Failure(
            .output,
            Complaint("\(what): \(SystemError.text(of: error))", advice: "write it to a directory of yours"))
    }
}
