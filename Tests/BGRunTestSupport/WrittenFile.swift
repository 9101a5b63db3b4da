// A file that a program is writing, waited for until it says what a test expects.
import BGRunLinux
import Foundation

/// Waits on the kernel's word that something was written, and never looks in vain.
package struct WrittenFile {
    package let path: String

    /// - Parameter path: Of a file in a directory that is there; the file may come later.
    package init(_ path: String) { self.path = path }

    /// Its whole lines; none while it is not there.
    package var lines: [String] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        // What stands behind the last end of a line is still being written.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .filter { !$0.isEmpty }.map(String.init)
    }

    /// Waits until the lines are as they should be, and gives them then; nil where that takes more than `seconds`.
    package func wait(seconds: Int64 = 60, until isRight: ([String]) throws -> Bool) throws -> [String]? {
        let deadline = Clock.read(.monotonic) + seconds * 1_000_000
        let (directory, name) = (
            NSString(string: path).deletingLastPathComponent, URL(filePath: path).lastPathComponent
        )
        let changes = try Inotify()
        _ = try changes.watch(directory, for: [.created, .modified, .moved])
        while true {
            let lines = lines
            if try isRight(lines) { return lines }
            repeat {
                guard try Readiness.wait(for: changes.descriptor.rawValue, to: .read, until: deadline) else {
                    return nil
                }
            } while try !changes.events().contains { $0.isOverflow || $0.name == name }
        }
    }
}

extension Inotify.Event {
    fileprivate var name: String? {
        if case .changed(_, _, let name) = self { name } else { nil }
    }

    fileprivate var isOverflow: Bool {
        if case .overflowed = self { true } else { false }
    }
}
