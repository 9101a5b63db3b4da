// Words as a shell reads them.

/// A word for a line that a shell reads.
enum ShellWord {
    /// In single quotes, inside which a shell reads nothing.
    static func quoted(_ word: String) -> String {
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }

    /// In quotes where it needs them.
    static func short(_ word: String) -> String {
        word.isEmpty || word.contains { " \t\"'$*?&|;<>()\\`!#[]{}".contains($0) || $0.isNewline }
            ? quoted(word) : word
    }
}
