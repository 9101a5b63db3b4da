// A file of a jobs directory that can't be used.

/// A file of a jobs directory that brought no job.
package struct BrokenFile: Error, Hashable, Sendable {
    package var path: String
    /// What is wrong and what to do.
    package var reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// A file that is not named for what it describes.
    package static func misnamed(_ path: String, describing name: String) -> BrokenFile {
        BrokenFile(path: path, reason: "it describes \(name); name the file \(name).json")
    }
}
