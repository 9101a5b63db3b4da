// Start a program as a child in the foreground: with our terminal, our group, our descriptors.
import Glibc

/// A program that takes our place for its user, while we stay to watch it.
package enum ForegroundChild {
    /// The signals that a child finds blocked: those that are now, while we block more of them for ourselves.
    package struct Mask: Sendable {
        fileprivate var set = sigset_t()

        /// - Parameter open: Those that have to reach it, also where whoever started us has blocked them.
        package init(but open: [Int32]) {
            unsafe pthread_sigmask(SIG_BLOCK, nil, &set)
            for number in open { unsafe sigdelset(&set, number) }
        }
    }

    /// Starts it with our environment. A program without a slash is looked for on PATH.
    ///
    /// - Parameter mask: The signals that it is to find blocked.
    /// - Throws: ENOENT, EACCES and the like: what execve says.
    package static func start(_ arguments: [String], _ mask: Mask) throws(SystemError) -> ProcessDescriptor {
        guard let program = arguments.first, !arguments.contains(where: { $0.utf8.contains(0) }) else {
            throw SystemError(operation: "posix_spawn", path: arguments.first ?? "", errno: EINVAL)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var set = mask.set
        unsafe posix_spawnattr_setsigmask(&attributes, &set)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var texts: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
        unsafe texts.append(nil)
        defer { unsafe texts.forEach { unsafe free($0) } }
        var pid: pid_t = 0
        let errno = unsafe posix_spawnp(&pid, program, nil, &attributes, texts, environ)
        guard errno == 0 else { throw SystemError(operation: "posix_spawn", path: program, errno: errno) }
        return try ProcessDescriptor(pid: pid)
    }
}
