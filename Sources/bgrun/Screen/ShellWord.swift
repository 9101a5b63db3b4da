// Words as a shell reads them.

/// A word for a line that a shell reads.
enum ShellWord {
    /// In single quotes, inside which a shell reads nothing.
    static func quoted(_ word: String) -> String {
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }
}
