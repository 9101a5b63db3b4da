// What a process takes from itself before it meets strangers.
import CLinux
import Glibc

/// Rights and resources of our own process, given up for good.
package enum OwnLimits {
    package enum Resource: Sendable {
        case descriptors, fileSize, coreSize, processorSeconds, addressSpace
    }

    /// Lowers a limit, soft and hard; one that is lower already stays.
    package static func lower(_ resource: Resource, to value: UInt64) throws(SystemError) {
        let number = number(resource)
        var limit = rlimit()
        try SystemError.check("getrlimit") { unsafe getrlimit(number, &limit) }
        limit.rlim_max = min(limit.rlim_max, rlim_t(value))
        limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
        try SystemError.check("setrlimit") { unsafe setrlimit(number, &limit) }
    }

    /// Puts a limit back to what it was, as far as that goes.
    package static func restore(_ limit: SpawnRequest.Limit) {
        var value = rlimit()
        value.rlim_cur = rlim_t(limit.soft)
        value.rlim_max = rlim_t(limit.hard)
        _ = unsafe setrlimit(__rlimit_resource_t(UInt32(limit.resource)), &value)
    }

    /// How ready the kernel is to end this process where memory is scarce, from -1000, never, to 1000; proc(5). Nil without /proc.
    static var spared: Int? {
        guard let text = try? File.contents(of: scoreFile, limit: 16) else { return nil }
        return Int(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    private static let scoreFile = "/proc/self/oom_score_adj"

    /// Has the kernel end others before this process: half of the machine's memory is left out of what it takes. Whoever has said
    /// another figure is left alone, and so is everybody without the right to it, which is root's. ``Spawn`` leaves no child with it.
    package static func spare() {
        guard spared == 0 else { return }
        try? File.open(scoreFile, O_WRONLY).write(all: Array("-500".utf8))
    }

    /// Ends the process by SIGALRM after so many seconds, whatever it is doing then.
    package static func endAfter(seconds: UInt32) {
        // An ignored or blocked signal would be inherited.
        _ = signal(SIGALRM, SIG_DFL)
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        _ = unsafe sigaddset(&set, SIGALRM)
        _ = unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
        _ = alarm(seconds)
    }

    /// Makes root the kernel's user for nobody, in this process and for good. Anyone else stays who they are.
    package static func leaveRoot() throws(SystemError) {
        guard geteuid() == 0 else { return }
        let nobody: UInt32 = 65_534
        try SystemError.check("setgroups") { setgroups(0, nil) }
        // Called by root, these two leave no way back.
        try SystemError.check("setgid") { setgid(nobody) }
        try SystemError.check("setuid") { setuid(nobody) }
    }

    private static func number(_ resource: Resource) -> __rlimit_resource_t {
        switch resource {
        case .descriptors: __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        case .fileSize: __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        case .coreSize: __rlimit_resource_t(RLIMIT_CORE.rawValue)
        case .processorSeconds: __rlimit_resource_t(RLIMIT_CPU.rawValue)
        case .addressSpace: __rlimit_resource_t(RLIMIT_AS.rawValue)
        }
    }
}
