// A network and a /sys/class/power_supply that belong to one test.

import BGRunLinux
import Foundation

/// Runs `body` in network and mount namespaces of its own, where it may send the kernel's own uevents and make
/// links and routes without touching the machine's.
///
/// Namespaces belong to a thread: what `body` opens and what it spawns lives in them, and the tests on other
/// threads don't notice. The thread is given back as it came. Threads that `body` makes stay there: a ``PrivateBus`` is
/// begun before it. Needs root, and fails without it.
package func inNamespaces(_ body: () throws -> Void) throws {
    let network: CInt = 0x4000_0000  // CLONE_NEWNET
    let mounts: CInt = 0x0002_0000  // CLONE_NEWNS
    let ownNetwork = try File.open("/proc/thread-self/ns/net", O_RDONLY)
    let ownMounts = try File.open("/proc/thread-self/ns/mnt", O_RDONLY)
    try require("unshare", Calls.unshare(network | mounts))
    defer {
        // A queue that was closed has a thread for a while, and who shares a directory with another changes no mounts.
        let ownDirectory: CInt = 0x200  // CLONE_FS
        let isBack =
            Calls.unshare(ownDirectory) == 0 && Calls.setns(ownNetwork.rawValue, network) == 0
            && Calls.setns(ownMounts.rawValue, mounts) == 0
        precondition(
            isBack, "a thread that stays in a test's namespace would spoil the tests that follow on it")
    }
    let recursivelyPrivate: CUnsignedLong = 0x4_4000  // MS_REC, MS_PRIVATE
    try require("mount --make-rprivate /", Calls.mount(nil, "/", nil, recursivelyPrivate, nil))
    try body()
}

private func require(_ call: String, _ result: CInt) throws {
    let number = errno
    guard result == 0 else {
        throw DaemonFixture.Fault(
            description: "\(call): \(String(cString: strerror(number))); these tests need root")
    }
}

/// Mounts an empty file system over `path` in the namespace of this thread.
package func mountEmpty(over path: String) throws {
    try require("mount \(path)", Calls.mount("none", path, "tmpfs", 0, nil))
}

/// Mounts the kernel's /proc over `path` too, in the namespace of this thread.
package func mountKernelTree(over path: String) throws {
    try require("mount --bind /proc \(path)", Calls.mount("/proc", path, nil, 0x1000, nil))  // MS_BIND
}

/// Takes a file system away that was mounted over `path` in the namespace of this thread.
package func unmount(_ path: String) throws { try require("umount \(path)", umount(path)) }

/// Puts a file of this text in place of the one at `path`, in the namespace of this thread.
package func replace(_ path: String, with text: String) throws {
    let file = "/run/bgrun-test-\(UUID().uuidString)"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    defer { unlink(file) }
    try require("mount \(path)", Calls.mount(file, path, nil, 0x1000, nil))  // MS_BIND
}

/// Has `ip` do these commands, in the namespaces of this thread; fails at the first that `ip` refuses.
package func ip(_ commands: String...) throws { try ip(commands) }

package func ip(_ commands: [String]) throws {
    let batch = try MemoryFile.sealed("ip", contents: Array(commands.joined(separator: "\n").utf8) + [10])
    // The spawned `ip` reads our descriptor through /proc: its own is closed on exec.
    let path = "/proc/\(getpid())/fd/\(batch.rawValue)"
    let words: [String] = ["ip", "-batch", path]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var pid: pid_t = 0
    let failure = posix_spawnp(&pid, "ip", nil, nil, arguments, environ)
    guard failure == 0 else {
        throw DaemonFixture.Fault(description: "ip can't be started: \(String(cString: strerror(failure)))")
    }
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw DaemonFixture.Fault(description: "ip refused one of \(commands)") }
}

/// Calls that glibc has and the Glibc module does not show.
enum Calls {
    typealias Unshare = @convention(c) (CInt) -> CInt
    typealias SetNamespace = @convention(c) (CInt, CInt) -> CInt
    typealias Mount =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, CUnsignedLong,
            UnsafeRawPointer?
        ) -> CInt

    static func unshare(_ flags: CInt) -> CInt {
        unsafeBitCast(dlsym(nil, "unshare"), to: Unshare.self)(flags)
    }

    static func setns(_ descriptor: CInt, _ kind: CInt) -> CInt {
        unsafeBitCast(dlsym(nil, "setns"), to: SetNamespace.self)(descriptor, kind)
    }

    static func mount(
        _ source: String?, _ target: String, _ kind: String?, _ flags: CUnsignedLong,
        _ data: UnsafeRawPointer?
    ) -> CInt {
        unsafeBitCast(dlsym(nil, "mount"), to: Mount.self)(source, target, kind, flags, data)
    }
}
