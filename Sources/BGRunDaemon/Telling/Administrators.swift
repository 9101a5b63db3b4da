// Administrators with a login session, who receive the notices of root's jobs.
import BGRunJob
import BGRunLinux

/// Finds administrators with a session bus, by the supplementary groups of their service managers (`systemd --user`).
///
/// It reads no path that a user controls: logind makes /run/user, the kernel the cgroups and /proc. A session without
/// `user@UID.service` is not found.
struct Administrators {
    /// The most desktops that one notice is shown on: each takes a process for up to half an hour.
    private static let most = 8
    private static let mostSessions = 256
    /// Mount points of cgroup v2: alone, and beside v1.
    private static let hierarchies = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/systemd"]

    /// The policy's groups, where they are there.
    let groups: Set<UInt32>
    /// Stands for `/`; without a slash at its end.
    var root = ""

    /// Sorted.
    func loggedIn() -> [UserID] {
        guard !groups.isEmpty, let directory = try? Directory(path: "\(root)/run/user"),
            let names = try? directory.names(limit: Self.mostSessions)
        else { return [] }
        let users = names.compactMap { UInt32($0) }.filter { $0 != 0 }.sorted()
        return Array(users.lazy.filter(isAdministrator).prefix(Self.most).map { UserID($0) })
    }

    private func isAdministrator(_ user: UInt32) -> Bool {
        guard let process = managers(of: user).first, let users = ProcessUsers(of: process) else {
            return false
        }
        return users.real == user && !groups.isDisjoint(with: users.groups)
    }

    /// The processes of the user's service manager.
    private func managers(of user: UInt32) -> [Int32] {
        for hierarchy in Self.hierarchies {
            let path =
                "\(root)\(hierarchy)/user.slice/user-\(user).slice/user@\(user).service/init.scope/cgroup.procs"
            guard let bytes = try? File.contents(of: path, limit: 4096) else { continue }
            return bytes.split(separator: UInt8(ascii: "\n")).compactMap {
                Int32(String(decoding: $0, as: UTF8.self))
            }
        }
        return []
    }
}

extension Notice {
    /// The notice without blockers and reasons, which may name paths, hosts or devices.
    var outline: Notice {
        var outline = self
        outline.blockers = []
        switch reason {
        case .failed(var failing, let isDisabled):
            failing.reason = nil
            outline.reason = .failed(failing, isDisabled: isDisabled)
        case .recovered(var failing):
            failing.reason = nil
            outline.reason = .recovered(after: failing)
        case .cannotStart(let impediment): outline.reason = .cannotStart(impediment.outline)
        case .overdue, .notRun, .succeeded, .overruns: break
        }
        return outline
    }
}
