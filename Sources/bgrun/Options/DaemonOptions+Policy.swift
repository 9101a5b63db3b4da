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

    /// What the daemon holds descriptors to: as it says itself where one answers, else by the file of its settings.
    ///
    /// - Parameter isSubmitted: The job is the asker's, whichever daemon gets it.
    func rules(isSubmitted: Bool) -> DescriptorRules {
        let report = facts
        var rules = DescriptorRules(policy: policy, wakeFault: report?.wakeFault)
        if let most = report?.maxTimeBudget {
            var told = rules.policy ?? Policy()
            told.maxTimeBudget = most
            rules.policy = told
        }
        // The system's daemon may be given it by root.
        let isOfUser = user || report?.scope == .user
        rules.owner = isSubmitted || isOfUser ? asker : owner
        return rules
    }
}
