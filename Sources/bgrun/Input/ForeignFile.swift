// Files of other schedulers: what may be read, and whose word root takes for its own.
import BGRunLinux
import BGRunText
import Glibc

/// A file that another scheduler would run something by, read at once: whose it is was asked of what was read.
struct ForeignFile {
    let text: String
    /// What keeps root from running what stands there with its own rights: `it is anna's`; nil where nothing does.
    let doubt: String?

    /// Reads a regular file, or whatever a descriptor of the caller's is for.
    ///
    /// - Parameter path: `-` for standard input.
    /// - Parameter limit: EFBIG beyond so many bytes.
    init(path: String, limit: Int) throws(SystemError) {
        let number = Self.descriptor(path)
        // What is no file must not hold us up until somebody writes to it.
        let file =
            if let number { try FileDescriptor.copy(number) } else {
                try File.open(path, O_RDONLY | O_NONBLOCK)
            }
        let status = try file.status()
        guard number != nil || status.kind == .regular else {
            let errno = status.kind == .directory ? EISDIR : EINVAL
            throw SystemError(operation: "read", path: path, errno: errno)
        }
        text = String(decoding: try file.readToEnd(limit: limit), as: UTF8.self)
        doubt = Machine.effectiveUser == 0 ? status.doubt : nil
    }

    /// `/dev/stdin` and the like, which would be opened anew.
    private static func descriptor(_ path: String) -> Int32? {
        if ["-", "/dev/stdin"].contains(path) { return 0 }
        for directory in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(directory) {
            return Int32(path.dropFirst(directory.count)).flatMap { $0 >= 0 ? $0 : nil }
        }
        return nil
    }
}

extension FileStatus {
    /// Who but root says what stands there.
    fileprivate var doubt: String? {
        switch kind {
        case .regular where user == 0:
            permissions & 0o002 != 0 || permissions & 0o020 != 0 && group != 0
                ? "others may write to it" : nil
        // What is piped to root is as much somebody's as a file.
        case .regular, .pipe: user == 0 ? nil : "it is \(ownersName)'s"
        case .directory, .symbolicLink, .socket, .characterDevice, .blockDevice: nil
        }
    }

    /// As people call the owner.
    var ownersName: String {
        let account = try? UserAccount.with(user: user)
        return account.flatMap { $0 }?.name.visible ?? "user \(user)"
    }
}
