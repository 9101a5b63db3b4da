// A file system that never answers, as a server does that has gone.
import BGRunLinux
import Foundation
import Glibc

/// A FUSE mount of which nobody takes the requests. Whoever enters it stands still, until it goes with this value or
/// they are killed.
package final class MuteMount {
    package let path: String
    private let server: FileDescriptor

    /// Whether this machine and user can have one.
    package static var isPossible: Bool { geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0 }

    package init(at path: String) throws {
        self.path = path
        server = try File.open("/dev/fuse", O_RDWR)
        guard mkdir(path, 0o755) == 0 else { throw SystemError(operation: "mkdir", path: path, errno: errno) }
        let options = "fd=\(server.rawValue),rootmode=40000,user_id=0,group_id=0,allow_other"
        let result = unsafe options.withCString { unsafe Calls.mount("mute", path, "fuse", 0, $0) }
        guard result == 0 else { throw SystemError(operation: "mount", path: path, errno: errno) }
    }

    deinit { _ = umount2(path, Int32(MNT_DETACH)) }
}
