// The process goes on as another program: what is open, waited for and its number stay.
import CLinux
import Glibc

/// Our own process, as another program takes it over.
package enum OwnProgram {
    /// Executes the program with our arguments and our environment, and with each descriptor that is not closed by that.
    ///
    /// Returns only where it fails, and then by throwing.
    ///
    /// - Parameter directory: Where it works: relative arguments may be meant from there.
    package static func replace(with path: String, in directory: String) throws(SystemError) -> Never {
        try SystemError.requirePath("execve", path)
        try SystemError.requirePath("chdir", directory)
        try SystemError.check("chdir", directory) { unsafe chdir(directory) }
        // As they were given to us: a path may be no text.
        _ = unsafe execv(path, CommandLine.unsafeArgv)
        throw SystemError(operation: "execve", path: path, errno: errno)
    }

    package static func setVariable(_ name: String, to value: String?) {
        if let value { _ = unsafe setenv(name, value, 1) } else { _ = unsafe unsetenv(name) }
    }
}
