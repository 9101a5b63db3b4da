// The policy: one strict file, and its absence means the defaults.
import BGRunJob
import BGRunLinux
import Glibc

/// Reads the daemon's own settings.
enum PolicyFile {
    /// A file that can't be used is no reason to guess: a limit that somebody wrote down would not hold.
    ///
    /// - Parameter isDefaultPlace: Only there a file may be missing.
    static func read(_ path: String, mayBeMissing: Absence) throws(StartFailure) -> Policy {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try File.contents(of: path, limit: JobDescriptor.byteLimit)
        } catch {
            if error.errno == ENOENT, mayBeMissing == .meansDefaults { return Policy() }
            throw StartFailure(
                code: .configuration, text: "the policy can't be read: \(error)")
        }
        do throws(DescriptorError) {
            return try Policy(json: bytes) { name in
                (try? UserAccount.with(name: name)).flatMap { $0 }.map { UserID($0.user) }
            }
        } catch {
            throw StartFailure(
                code: .configuration,
                text: "the policy \(path) can't be used, so nothing is started:\n\(error)")
        }
    }

    enum Absence { case meansDefaults, isAFault }
}
