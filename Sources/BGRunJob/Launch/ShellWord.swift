// Words as a shell reads them.

/// A word for a line that a shell reads.
package enum ShellWord {
    /// As somebody would type it: in quotes where a shell might read anything in it.
    package static func typed(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
                    || "/._-+=:,@%".unicodeScalars.contains($0))
        }
        return isPlain && !word.isEmpty ? word : quoted(word)
    }

    /// In single quotes, inside which a shell reads nothing.
    package static func quoted(_ word: String) -> String {
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }
}
