// Words as a shell reads them.

/// A word for a line that a shell reads.
enum ShellWord {
    /// As somebody would type it: in quotes where it has to be.
    static func typed(_ word: String) -> String {
        word.isEmpty || word.contains { " \t\"'$*?&|;<>()\\`!#[]{}".contains($0) || $0.isNewline }
            ? quoted(word) : word
    }

    /// In single quotes, inside which a shell reads nothing.
    static func quoted(_ word: String) -> String {
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }
}
