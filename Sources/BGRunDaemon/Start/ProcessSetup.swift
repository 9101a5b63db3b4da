// What the process does to itself before it is a daemon.
import BGRunJob
import BGRunLinux
import BGRunWire
import Glibc

/// The process's own state: descriptors, umask, directory, limits.
enum ProcessSetup {
    /// Descriptors that 1024 clients, and the runs beside them, may need.
    private static let descriptorLimit: UInt64 = 4096

    static var surroundings: DaemonSettings.Surroundings {
        let user = Machine.effectiveUser
        let home =
            Machine.environment("HOME") ?? (try? UserAccount.with(user: user)).flatMap { $0 }?.home ?? "/"
        return DaemonSettings.Surroundings(
            user: UserID(user), home: home, workingDirectory: Machine.workingDirectory ?? "/",
            environment: { Machine.environment($0) })
    }

    /// Lets go of what we were started with: open descriptors but those kept, the working directory.
    static func detach(keeping kept: Set<Int32> = []) {
        let last = max(kept.max() ?? 2, 2)
        for number in 3..<max(last, 3) where !kept.contains(number) { _ = close(number) }
        closefrom(last + 1)
        _ = unsafe chdir("/")
    }

    /// Raises our limit of open descriptors, has others end before us where memory is scarce, and gives the limits that jobs are to
    /// have in place of ours.
    static func takeLimits() -> [SpawnRequest.Limit] {
        OwnLimits.spare()
        return raiseDescriptorLimit() + noCoreFiles()
    }

    /// What a job had in its memory does not lie in its directory after a crash, unless it raises the limit itself. Whoever
    /// collects cores by core_pattern's pipe (core(5)) gets them all the same.
    private static func noCoreFiles() -> [SpawnRequest.Limit] {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return [] }
        return [
            SpawnRequest.Limit(resource: Int32(RLIMIT_CORE.rawValue), soft: 0, hard: UInt64(limit.rlim_max))
        ]
    }

    private static func raiseDescriptorLimit() -> [SpawnRequest.Limit] {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return [] }
        let (soft, hard) = (UInt64(limit.rlim_cur), UInt64(limit.rlim_max))
        let wanted = min(hard, descriptorLimit)
        guard soft < wanted else { return [] }
        limit.rlim_cur = rlim_t(wanted)
        guard unsafe setrlimit(resource, &limit) == 0 else { return [] }
        return [SpawnRequest.Limit(resource: Int32(RLIMIT_NOFILE.rawValue), soft: soft, hard: hard)]
    }

    /// Makes the directories that are missing, with the rights they need, and closes what is made later to
    /// everyone else.
    ///
    /// Jobs of users pass through the system's directories on the way to their own.
    static func makeDirectories(_ settings: DaemonSettings) throws(SystemError) {
        umask(0)
        defer { umask(0o077) }
        switch settings.scope {
        case .system:
            try File.makeDirectories(settings.stateDirectory, mode: 0o711)
            try File.makeDirectories(settings.runtimeDirectory, mode: 0o755)
        case .user:
            try File.makeDirectories(settings.stateDirectory, mode: 0o700)
            try File.makeDirectories(settings.runtimeDirectory, mode: 0o700)
        }
    }
}
