// The policy: one strict file, and its absence means the defaults.
import BGRunJob
import BGRunLinux
import Glibc

/// Reads the daemon's own settings.
enum PolicyFile {
    enum Absence { case meansDefaults, isAFault }

    /// A file that can't be used is no reason to guess: a limit that somebody wrote down would not hold.
    ///
    /// - Parameter absence: What it means that there is no such file.
    static func read(
        _ path: String, absence: Absence, trust: FileTrust
    ) throws(StartFailure) -> Policy {
        let bytes: [UInt8]
        let fault: String?
        do throws(SystemError) {
            let file = try File.open(path, O_RDONLY | O_NONBLOCK)
            fault = trust.fault(of: try file.status())
            bytes = try file.readToEnd(limit: JobDescriptor.byteLimit)
        } catch {
            if error.errno == ENOENT, absence == .meansDefaults { return Policy() }
            throw StartFailure(code: .configuration, text: "the policy can't be read: \(error)")
        }
        if let fault {
            throw StartFailure(code: .configuration, text: "the policy \(path) is not obeyed: \(fault)")
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
}
