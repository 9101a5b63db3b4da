// A directory of its own for one test, gone when the test is done with it.
import Foundation

/// A fresh directory below the system's temporary one, removed with everything in it at the end.
package final class ScratchDirectory: Sendable {
    package let path: String

    package init() throws {
        let pattern = FileManager.default.temporaryDirectory.appending(path: "bgrun-\(UUID().uuidString)")
        path = pattern.path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The absolute path of a name in here.
    package func path(_ name: String) -> String { path + "/" + name }

    /// Makes a directory, with its parents.
    @discardableResult
    package func directory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    /// Writes a file, and makes the directories it needs.
    @discardableResult
    package func file(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
        let target = path(name)
        let parent = URL(filePath: target).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        if mode & 0o111 != 0 {
            // A program that another test starts just now holds what we have open for writing until its exec, and
            // nothing that is open for writing can be executed (ETXTBSY): so install(1) writes it, not we.
            let source = try file("\(name).text", text)
            let install = ["/usr/bin/install", "--mode=\(String(mode, radix: 8))", source, target]
            guard try Command.run(install).status == 0 else { throw CocoaError(.fileWriteUnknown) }
            return target
        }
        try Data(text.utf8).write(to: URL(filePath: target))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target)
        return target
    }

    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }
}
