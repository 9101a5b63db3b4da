// The store's "no": what could not be done, where, and why.
import BGRunLinux

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
        self.init(operation: operation, path: path, reason: SystemError.text(of: error.errno))
    }

    /// "can't open the database /var/lib/bgrun/bgrun.sqlite: another process is using it".
    package var description: String { "can't \(operation) \(path): \(reason)" }
}
