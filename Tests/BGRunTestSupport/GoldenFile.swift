// A file of the repository that is made from the code, and is compared with it.
import Foundation

/// A generated file kept in the repository. With `RECORD=1` in the environment a difference is written to the file,
/// and the test still fails once, so that nobody commits by accident what they have not read.
package struct GoldenFile {
    package struct Mismatch: Error, CustomStringConvertible {
        package let description: String
    }

    package let path: String

    package init(_ path: String) { self.path = path }

    /// Throws where the file's text differs from `text`.
    package func compare(with text: String) throws {
        let url = Repository.root.appending(path: path)
        let kept = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        guard kept != text else { return }
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: url, atomically: true, encoding: .utf8)
            throw Mismatch(description: "\(path) was recorded anew: read the difference, then run again")
        }
        throw Mismatch(
            description: "\(path) does not hold what the code says; RECORD=1 writes it anew.\n"
                + LineDifference(kept, text).text)
    }
}

/// The lines in which two texts differ, for a failing test's message.
package struct LineDifference {
    package let text: String

    package init(_ old: String, _ new: String) {
        let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
        let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
        var lines: [String] = []
        for change in newLines.difference(from: oldLines) {
            switch change {
            case .remove(let offset, let line, _): lines.append("- \(offset + 1): \(line)")
            case .insert(let offset, let line, _): lines.append("+ \(offset + 1): \(line)")
            }
        }
        text = lines.joined(separator: "\n")
    }
}
