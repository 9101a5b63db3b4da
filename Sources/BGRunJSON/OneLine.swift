// What text must not have that is shown on one line of a terminal or a log.

extension Unicode.Scalar {
    /// Whether it ends a line, moves a cursor or turns the writing direction.
    package var isUnfitForOneLine: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch value {
        // Embeddings, overrides and isolates of the writing direction.
        case 0x202A...0x202E, 0x2066...0x2069: return true
        // The controls of Latin-1, and the separators of lines and paragraphs.
        case 0x80...0x9F, 0x2028, 0x2029: return true
        case _: return false
        }
    }
}
