// Touching files with another user's rights for a moment, as a process of that user's would.
import Foundation
import Glibc

private typealias SetIdentity = @convention(c) (UInt32) -> CInt
private typealias Control = @convention(c) (CInt, UInt) -> CInt

/// Runs `body` with another user's rights to files: root's test sees what that user sees. Only this thread changes.
package func withFiles<Result>(of user: UInt32, _ body: () throws -> Result) rethrows -> Result {
    // Glibc's header for these two is not part of the module.
    let setUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetIdentity.self)
    let setGroup = unsafeBitCast(dlsym(nil, "setfsgid"), to: SetIdentity.self)
    _ = setGroup(user)
    _ = setUser(user)
    defer {
        _ = setUser(geteuid())
        _ = setGroup(getegid())
        // The kernel takes a process whose user changes for one with secrets, and others could not look at /proc/self.
        _ = unsafeBitCast(dlsym(nil, "prctl"), to: Control.self)(4, 1)
    }
    return try body()
}
