// Shell patterns over names: a star, a question mark, and sets of letters.

/// A pattern as a shell has it for file names: `*` is any text, `?` any letter, `[a-c]` one of these, `[!a-c]` none of them.
struct NamePattern: Hashable, Sendable {
    private enum Piece: Hashable, Sendable {
        case letter(UInt8)
        case any
        case rest
        case set([ClosedRange<UInt8>], isExcluded: Bool)
    }

    private let pieces: [Piece]

    /// The letters that make a text a pattern.
    static func isMeant(by text: String) -> Bool {
        text.utf8.contains { "*?[".utf8.contains($0) }
    }

    /// A bracket that is never closed stands for itself.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        var (pieces, place): ([Piece], Int) = ([], 0)
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "*"): pieces.append(.rest)
            case UInt8(ascii: "?"): pieces.append(.any)
            case UInt8(ascii: "["):
                guard let set = Self.set(in: bytes, from: place + 1) else { fallthrough }
                pieces.append(set.piece)
                place = set.end
            case _: pieces.append(.letter(bytes[place]))
            }
            place += 1
        }
        self.pieces = pieces
    }

    /// What stands in brackets, and where they are closed.
    private static func set(in bytes: [UInt8], from start: Int) -> (piece: Piece, end: Int)? {
        var place = start
        let isExcluded = place < bytes.count && "!^".utf8.contains(bytes[place])
        if isExcluded { place += 1 }
        var ranges: [ClosedRange<UInt8>] = []
        // A bracket at the beginning is one of the letters.
        while place < bytes.count, bytes[place] != UInt8(ascii: "]") || ranges.isEmpty {
            let isRange =
                place + 2 < bytes.count && bytes[place + 1] == UInt8(ascii: "-")
                && bytes[place + 2] != UInt8(ascii: "]") && bytes[place] <= bytes[place + 2]
            ranges.append(bytes[place]...bytes[isRange ? place + 2 : place])
            place += isRange ? 3 : 1
        }
        guard place < bytes.count else { return nil }
        return (.set(ranges, isExcluded: isExcluded), place)
    }

    func matches(_ text: String) -> Bool {
        let text = Array(text.utf8)
        var (piece, place) = (0, 0)
        // Where to go on when what follows the last star does not fit: the star takes one letter more.
        var star: (piece: Int, place: Int)?
        while place < text.count {
            if piece < pieces.count, pieces[piece] == .rest {
                star = (piece, place)
                piece += 1
            } else if piece < pieces.count, takes(pieces[piece], text[place]) {
                (piece, place) = (piece + 1, place + 1)
            } else if let last = star {
                star = (last.piece, last.place + 1)
                (piece, place) = (last.piece + 1, last.place + 1)
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { $0 == .rest }
    }

    private func takes(_ piece: Piece, _ letter: UInt8) -> Bool {
        switch piece {
        case .letter(let wanted): wanted == letter
        case .any: true
        case .rest: false
        case .set(let ranges, let isExcluded): ranges.contains { $0.contains(letter) } != isExcluded
        }
    }
}
