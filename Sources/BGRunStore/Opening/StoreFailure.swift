// The store's "no": what could not be done, where, and why.
import BGRunLinux
import Glibc

/// Why the store could not do what it was asked. Nothing was changed.
package struct StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried: "open the database".
    package let operation: String
    package let path: String
    /// In plain words: "the disk is full".
    package let reason: String

    package init(operation: String, path: String, reason: String) {
        self.operation = operation
        self.path = path
        self.reason = reason
    }

    init(_ operation: String, _ path: String, _ error: SQLiteError) {
        self.init(operation: operation, path: path, reason: error.reason)
    }

    init(_ operation: String, _ path: String, _ error: SystemError) {
        self.init(operation: operation, path: path, reason: Self.words(for: error.errno))
    }

    /// A full disk is called so wherever it shows; the other errors have the C library's words.
    static func words(for number: Int32) -> String {
        number == ENOSPC || number == EDQUOT ? "the disk is full" : SystemError.text(of: number)
    }

    /// "can't open the database /var/lib/bgrun/bgrun.sqlite: another process is using it".
    package var description: String { "can't \(operation) \(path): \(reason)" }
}
