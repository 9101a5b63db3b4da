// The known word that somebody meant when writing an unknown one.

/// Finds the word nearest to a misspelt one, for advice; nothing is ever decided by it.
package enum NearestSpelling {
    /// Longer words are not compared: the work grows with the square of the length, and the word may be
    /// hostile.
    private static let longest = 64

    /// The candidate with the fewest mistakes in it, up to a third of its letters; else the first that
    /// contains the word, as `timeBudget` does `budget`, or that the word contains, as `mounted` does `mount`;
    /// else nil. Upper and lower case are the same. The first of equals wins.
    package static func of(_ word: String, among candidates: [String]) -> String? {
        let letters = folded(word)
        guard (1...longest).contains(letters.count) else { return nil }
        var best: (candidate: String, mistakes: Int)?
        for candidate in candidates where candidate.utf8.count <= longest {
            let mistakes = distance(letters, folded(candidate))
            let allowed = max(1, min(letters.count, candidate.utf8.count) / 3)
            if mistakes <= allowed, mistakes < best?.mistakes ?? .max {
                best = (candidate, mistakes)
            }
        }
        return best?.candidate ?? candidates.first { letters.count >= 3 && contains(folded($0), letters) }
            ?? candidates.first { $0.utf8.count >= 4 && contains(letters, folded($0)) }
    }

    private static func folded(_ word: String) -> [UInt8] {
        word.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    private static func contains(_ word: [UInt8], _ part: [UInt8]) -> Bool {
        word.indices.contains { word[$0...].starts(with: part) }
    }

    /// How many letters must be added, removed, replaced or swapped with their neighbour to turn one word
    /// into the other (optimal string alignment). Three rows of the usual table are kept.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var mistakes = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    mistakes = min(mistakes, beforeLast[j - 1] + 1)
                }
                row.append(mistakes)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
