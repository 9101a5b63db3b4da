// The settings of the daemon that is meant, where they can be known without it.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

extension DaemonOptions {
    /// Nil where the daemon is chosen by its socket, or its settings can't be read by us; then nobody knows here what it allows.
    var policy: Policy? {
        guard let usualPolicy else { return nil }
        do throws(SystemError) {
            let bytes = try File.contents(of: usualPolicy, limit: JobDescriptor.byteLimit)
            return try? Self.policy(bytes)
        } catch {
            return error.errno == ENOENT ? Policy() : nil
        }
    }

    /// The daemon's settings as a file, where it is known which they are.
    var settingsSight: Surroundings.Settings? {
        guard let path = usualPolicy, let status = try? File.status(of: path) else { return nil }
        var fault: String?
        // What only the daemon may read is not judged here.
        if let bytes = try? File.contents(of: path, limit: JobDescriptor.byteLimit) {
            do throws(DescriptorError) {
                _ = try Self.policy(bytes)
            } catch {
                fault = "\(error)"
            }
        }
        return Surroundings.Settings(
            path: path, changed: WallTime(microseconds: status.changed), fault: fault)
    }

    static func policy(_ bytes: [UInt8]) throws(DescriptorError) -> Policy {
        try Policy(json: bytes) { name in
            (try? UserAccount.with(name: name)).flatMap(\.self).map { UserID($0.user) }
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
