// The settings of the daemon that is meant, where they can be known without it.
import BGRunJob
import BGRunLinux
import BGRunWire
import Glibc

extension DaemonOptions {
    /// Nil where the daemon is chosen by its socket, or its settings can't be read by us; then nobody knows here what it allows.
    var policy: Policy? {
        guard let usualPolicy else { return nil }
        do throws(SystemError) {
            let bytes = try File.contents(of: usualPolicy, limit: JobDescriptor.byteLimit)
            return try? Policy(json: bytes) { name in
                (try? UserAccount.with(name: name)).flatMap(\.self).map { UserID($0.user) }
            }
        } catch {
            return error.errno == ENOENT ? Policy() : nil
        }
    }

    /// What the daemon would refuse that can be read without it.
    func refusals(of descriptor: JobDescriptor) -> [DescriptorMistake] {
        DescriptorMistake.all(of: .fields(descriptor.mistakes(under: DescriptorRules(policy: policy))))
    }

    func refusals(of manifest: ApplicationManifest) -> [DescriptorMistake] {
        DescriptorMistake.all(of: .fields(manifest.mistakes(under: DescriptorRules(policy: policy))))
    }
}
