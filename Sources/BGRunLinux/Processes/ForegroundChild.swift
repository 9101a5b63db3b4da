// Start a program as a child in the foreground: with our terminal, our group, our descriptors.
import CLinux
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

        /// What posix_spawn(3) is to do, and `flags`; to be destroyed.
        func attributes(_ flags: Int32 = 0) -> posix_spawnattr_t {
            var (attributes, set) = (posix_spawnattr_t(), set)
            unsafe posix_spawnattr_init(&attributes)
            unsafe posix_spawnattr_setsigmask(&attributes, &set)
            unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | flags))
            return attributes
        }
    }

    /// Starts it with our environment. A program without a slash is looked for on PATH.
    ///
    /// - Parameters:
    ///   - arguments: In bytes: a file's name may be no text.
    ///   - mask: The signals that it is to find blocked.
    /// - Throws: ENOENT, EACCES and the like: what execve says.
    package static func start(_ arguments: [[UInt8]], _ mask: Mask) throws(SystemError) -> ProcessDescriptor {
        let name = String(decoding: arguments.first ?? [], as: UTF8.self)
        guard !arguments.isEmpty, !arguments.contains(where: { $0.contains(0) }) else {
            throw SystemError(operation: "posix_spawn", path: name, errno: EINVAL)
        }
        var attributes = mask.attributes()
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        let words = arguments.map { $0.map { CChar(bitPattern: $0) } + [0] }
        var texts: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
        unsafe texts.append(nil)
        defer { unsafe texts.forEach { unsafe free($0) } }
        var pid: pid_t = 0
        let errno = unsafe posix_spawnp(&pid, words[0], nil, &attributes, texts, environ)
        guard errno == 0 else { throw SystemError(operation: "posix_spawn", path: name, errno: errno) }
        return try ProcessDescriptor(pid: pid)
    }
}
