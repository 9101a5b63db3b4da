// Files of other schedulers: what may be read, and whose word root takes for its own.
import BGRunLinux
import BGRunText
import Glibc

/// A file that another scheduler would run something by, read at once: whose it is was asked of what was read.
struct ForeignFile {
    let text: String
    private let status: FileStatus
    /// Nil for a descriptor of the caller's.
    private let path: String?

    /// Reads a regular file, or whatever a descriptor of the caller's is for.
    ///
    /// - Parameter path: `-` for standard input.
    /// - Parameter limit: EFBIG beyond so many bytes. EILSEQ is thrown for what is not UTF-8, as a descriptor has to be.
    init(path: String, limit: Int) throws(SystemError) {
        let named = try NamedFile(path)
        status = named.status
        let bytes = try named.file.readToEnd(limit: limit)
        // What has a zero byte is no text at all, which its reader says.
        guard bytes.contains(0) || String(validating: bytes, as: UTF8.self) != nil else {
            throw SystemError(operation: "read", path: path, errno: EILSEQ)
        }
        text = String(decoding: bytes, as: UTF8.self)
        self.path = named.isGiven ? nil : path
    }

    /// What keeps root from having a user's rights for what stands there, such as `it is anna's`; nil where nothing does.
    ///
    /// A user's own file may say what that user runs, and nobody else's: a link in its place would show them another's.
    func doubt(withRightsOf user: UInt32) -> String? {
        guard Machine.effectiveUser == 0 else { return nil }
        switch status.kind {
        case .regular:
            if user != 0, status.user == user { return nil }
            guard status.user == 0 else { return "it is \(status.ownersName)'s" }
            if status.othersMayWrite { return "others may write to it" }
            // What a descriptor is for, root's own shell has opened.
            return path.flatMap(PathTrail.doubt)
        // Whom it comes from is root's to know, where it does not get root's rights.
        case .pipe, .socket: return user != 0 || status.user == 0 ? nil : "it is \(status.ownersName)'s"
        case .directory, .symbolicLink, .characterDevice, .blockDevice: return nil
        }
    }
}

extension FileStatus {
    /// As people call the owner.
    var ownersName: String {
        let account = try? UserAccount.with(user: user)
        return account.flatMap { $0 }?.name.visible ?? "user \(user)"
    }
}
