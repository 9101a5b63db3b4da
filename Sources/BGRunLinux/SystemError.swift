// A system call that failed: which one, on what, and why.
import Glibc

/// The refusal of one system call.
package struct SystemError: Error, Equatable, Sendable {
    /// The call, or the step of a larger operation, by the name its manual page has: `openat`, `bind`.
    package let operation: String
    /// What it was called on, where that has a name.
    package let path: String?
    /// The error number, as in errno(3).
    package let errno: Int32

    package init(operation: String, path: String? = nil, errno: Int32) {
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    /// What the C library says of an error number, without the caller's context: "Permission denied".
    package static func text(of number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The error number of the call that has just failed in this thread.
    static func last(_ operation: String, _ path: String? = nil) -> SystemError {
        SystemError(operation: operation, path: path, errno: Glibc.errno)
    }

    /// Makes `call` until no signal interrupts it, and throws when it returns a negative number.
    ///
    /// - Parameter path: What the call is about; put together only for an error.
    @discardableResult
    static func check<Result: SignedInteger>(
        _ operation: String, _ path: @autoclosure () -> String? = nil, _ call: () -> Result
    ) throws(SystemError) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = Glibc.errno
            if number != EINTR { throw SystemError(operation: operation, path: path(), errno: number) }
        }
    }

    /// As `check`, but nil where the call would have to wait.
    static func checkNonblocking<Result: SignedInteger>(
        _ operation: String, _ path: @autoclosure () -> String? = nil, _ call: () -> Result
    ) throws(SystemError) -> Result? {
        do {
            return try check(operation, path(), call)
        } catch {
            if error.errno == EAGAIN { return nil }
            throw error
        }
    }

    /// Refuses a path that C would read only up to a zero byte, or not at all.
    static func requirePath(_ operation: String, _ path: String) throws(SystemError) {
        if path.isEmpty || path.utf8.contains(0) {
            throw SystemError(operation: operation, path: path, errno: path.isEmpty ? ENOENT : EINVAL)
        }
    }

    /// Refuses a name that is not exactly one component below its directory: a slash in it, or a link
    /// upwards, would leave the directory that was opened and checked.
    static func requireComponent(_ operation: String, _ name: String) throws(SystemError) {
        try requirePath(operation, name)
        if name == "." || name == ".." || name.utf8.contains(UInt8(ascii: "/")) {
            throw SystemError(operation: operation, path: name, errno: EINVAL)
        }
    }
}

extension SystemError: CustomStringConvertible {
    /// "openat /etc/shadow: Permission denied".
    package var description: String {
        let place = path.map { " \($0)" } ?? ""
        return "\(operation)\(place): \(SystemError.text(of: errno))"
    }
}
