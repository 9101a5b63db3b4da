// The file with a repository's passphrase: what has to be so of it, and how one is made.
import BGRunJob
import BGRunLinux
import BGRunText
import Glibc

/// A file that holds a passphrase, which bgrun itself never reads.
struct PasswordFile {
    enum Standing {
        case good
        /// Good, but not for its owner alone.
        case open
        case missing
    }

    let path: String

    /// - Throws: What keeps it from being one.
    func standing() throws -> Standing {
        let status: FileStatus
        do throws(SystemError) {
            status = try File.status(of: path)
            try File.requireReadable(path)
        } catch {
            if error.errno == ENOENT { return .missing }
            throw Failure.usage("\(path.visible) can't be read: \(SystemError.text(of: error.errno))")
        }
        guard status.kind == .regular else {
            throw Failure.usage(
                "\(path.visible) is no file", advice: "name a file whose first line is the passphrase")
        }
        guard status.size > 0 else {
            throw Failure.usage("\(path.visible) is empty", advice: "write the passphrase into it")
        }
        return status.permissions & 0o077 == 0 ? .good : .open
    }

    /// How somebody makes one, for a shell.
    var recipe: String { "(umask 077; head -c 24 /dev/urandom | base64 >\(ShellWord.typed(path)))" }

    /// Makes it, with a passphrase that nobody can guess, for its owner alone.
    func make() throws {
        do throws(SystemError) {
            if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
                try File.makeDirectories(String(path[..<slash]), mode: 0o700)
            }
            let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_+=.:@%".utf8)
            let secret = try Machine.randomBytes(24).map { letters[Int($0) % letters.count] }
            let file = try File.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            do throws(SystemError) {
                // Without it nobody opens the repository any more: it is on the disk before that is made.
                try file.write(all: secret + [UInt8(ascii: "\n")])
                try file.synchronize()
                let directory = path.lastIndex(of: "/").map { path[...$0] } ?? "."
                try File.open(String(directory), O_RDONLY | O_DIRECTORY).synchronize()
            } catch {
                remove()
                throw error
            }
        } catch {
            throw Failure.usage("\(path.visible) can't be made: \(SystemError.text(of: error.errno))")
        }
    }

    func remove() { _ = unsafe unlink(path) }
}
