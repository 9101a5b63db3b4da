// The process goes on as another program: what is open, waited for and its number stay.
import CLinux
import Glibc

/// Our own process, as another program takes it over.
package enum OwnProgram {
    /// Our arguments, the program's name first. What is no text has U+FFFD in it.
    ///
    /// Swift's own list of them is lost where a preloaded library has set a variable before the program began: the runtime looks
    /// for it in front of the environment, which has moved then. A command that was typed would be no command any more.
    package static var arguments: [String] { argumentBytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The same as they were given.
    package static var argumentBytes: [[UInt8]] {
        guard let vector = unsafe clinux_arguments() else { return [] }
        return (0..<Int(clinux_argument_count())).compactMap { place in
            guard let argument = unsafe vector[place] else { return nil }
            return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
        }
    }

    /// Executes the program with our arguments and our environment, and with each descriptor that is not closed by that.
    ///
    /// Returns only where it fails, and then by throwing.
    ///
    /// - Parameter directory: Where it works: relative arguments may be meant from there.
    package static func replace(with path: String, in directory: String) throws(SystemError) -> Never {
        try SystemError.requirePath("execve", path)
        try SystemError.requirePath("chdir", directory)
        try SystemError.check("chdir", directory) { unsafe chdir(directory) }
        // The step ends threads, and what one of them was about to close it closes itself.
        clinux_await_releases(1000)
        // As they were given to us: a path may be no text.
        _ = unsafe execv(path, clinux_arguments())
        throw SystemError(operation: "execve", path: path, errno: errno)
    }

    package static func setVariable(_ name: String, to value: String?) {
        if let value { _ = unsafe setenv(name, value, 1) } else { _ = unsafe unsetenv(name) }
    }
}
