// A page of Markdown as a sequence of what can be played of it: commands with what they print, and other blocks of code.
import BGRunTestSupport
import Foundation

/// `README.md`, or a page of docs.
struct Page {
    /// A block that holds no command with its output.
    struct Block {
        /// What stands behind the fence: `json`; `indented` where there is none but four blanks.
        let kind: String
        let lines: [String]
        /// Of its first line, from 1 on.
        let line: Int
    }

    enum Piece {
        /// A command of a `console` block, which a backslash has go on in the next line, and the lines of the page that its output takes.
        case shown(String, output: Range<Int>)
        /// `<!-- $ COMMAND -->`: done without a word, before what follows.
        case hidden(String, line: Int)
        case block(Block)
    }

    let path: String
    private(set) var lines: [String]
    let pieces: [Piece]

    init(_ path: String) throws { self.init(path, text: try Repository.text(path)) }

    init(_ path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        pieces = Self.pieces(of: lines)
    }

    /// Whether there is anything for a laptop to do.
    var isPlayed: Bool {
        pieces.contains { piece in
            guard case .block(let block) = piece else { return true }
            return block.kind == "json"
        }
    }

    private var text: String { lines.joined(separator: "\n") }

    /// The page with other lines in places that do not overlap, in the page's order.
    func replacing(_ outputs: [(place: Range<Int>, lines: [String])]) -> String {
        var changed = self
        for output in outputs.reversed() { changed.lines.replaceSubrange(output.place, with: output.lines) }
        return changed.text
    }

    /// What is typed in the page's sentences, and in blocks that are not played: `bgrun status --watch`.
    var typed: [(command: String, line: Int)] {
        let code = Set(pieces.flatMap(\.places))
        let sentences = lines.indices.filter { !code.contains($0) }.flatMap { line in
            lines[line].matches(of: /`(bgrun [^`]+)`/).map { (String($0.1), line + 1) }
        }
        let unplayed = pieces.flatMap { piece -> [(String, Int)] in
            guard case .block(let block) = piece, block.kind == "sh" else { return [] }
            return block.lines.flatMap { line in
                line.matches(of: /(?:^|sudo |\| )(bgrun [^|#]*[^|# ])/).map { (String($0.1), block.line) }
            }
        }
        return sentences + unplayed
    }

    // MARK: - Reading

    private static func pieces(of lines: [String]) -> [Piece] {
        var pieces: [Piece] = []
        var place = 0
        while place < lines.count {
            let line = lines[place]
            if line.hasPrefix("```") {
                let end = lines[(place + 1)...].firstIndex(of: "```") ?? lines.count
                pieces += block(String(line.dropFirst(3)), lines, place + 1..<end)
                place = end
            } else if let command = line.wholeMatch(of: /<!-- \$ (.+) -->/) {
                pieces.append(.hidden(String(command.1), line: place + 1))
            } else if line.hasPrefix("    "), place == 0 || lines[place - 1].isEmpty, !isList(lines[..<place])
            {
                let end = lines[place...].firstIndex { !$0.isEmpty && !$0.hasPrefix("    ") } ?? lines.count
                pieces += block("indented", lines, place..<end)
                place = end - 1
            }
            place += 1
        }
        return pieces
    }

    /// Whether the paragraph before is an entry of a list, which goes on below it.
    private static func isList(_ lines: ArraySlice<String>) -> Bool {
        lines.last { !$0.isEmpty && !$0.hasPrefix(" ") }?.contains(#/^(?:[-*]|\d+\.) /#) == true
    }

    private static func block(_ kind: String, _ lines: [String], _ place: Range<Int>) -> [Piece] {
        guard kind == "console" else {
            return [.block(Block(kind: kind, lines: Array(lines[place]), line: place.lowerBound))]
        }
        let starts = place.filter { lines[$0].hasPrefix("$ ") }
        let ends = starts.dropFirst() + [place.upperBound]
        return zip(starts, ends).map { start, end in
            let last = lines[start..<end].firstIndex { !$0.hasSuffix("\\") } ?? start
            let command = lines[start...last].joined(separator: "\n").dropFirst(2)
            return .shown(String(command), output: last + 1..<end)
        }
    }
}

extension Page.Piece {
    fileprivate var places: [Int] {
        switch self {
        case .shown(let command, let output):
            Array(output.lowerBound - command.split(separator: "\n").count..<output.upperBound)
        case .hidden(_, let line): [line - 1]
        case .block(let block): Array(block.line..<block.line + block.lines.count)
        }
    }
}
