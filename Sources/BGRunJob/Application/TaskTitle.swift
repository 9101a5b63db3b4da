// What a program calls its work, made fit to be shown among other people's lines.
import BGRunJSON

extension String {
    private static let longestTaskTitle = 200

    /// One line, which moves no cursor and turns no writing direction, of 200 bytes at most: what would is shown as `\u{FFFD}`.
    package var taskTitle: String {
        var line = ""
        for scalar in unicodeScalars {
            let shown = scalar.isUnfitForOneLine ? "\u{FFFD}" : scalar
            guard line.utf8.count + UTF8.width(shown) <= Self.longestTaskTitle else { return line }
            line.unicodeScalars.append(shown)
        }
        return line
    }
}

extension Unicode.Scalar {
    /// Whether it ends a line, moves a cursor or turns the writing direction: for rooms that know no JSON.
    package var spoilsLine: Bool { isUnfitForOneLine }
}
