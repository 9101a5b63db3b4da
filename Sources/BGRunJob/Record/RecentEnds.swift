// How a job went lately: the ends of its last runs and skips, in a few bits each.

/// The last ten ends of a job, in one word: each job of thousands has them, in memory and in its row.
package struct RecentEnds: Hashable, Sendable {
    /// How a run ended, or that an occurrence was skipped.
    package enum End: String, Hashable, Sendable, CaseIterable {
        case succeeded, failed, expired, interrupted, deferred, cancelled, couldNotLaunch, skipped
        /// With a code of `successExitCodes` other than 0, as of a backup that could not read every file.
        case succeededWithWarnings
    }

    /// So many are kept.
    package static let most = 10
    private static let bits = 4
    private static let mask: Int64 = 1 << (Int64(bits) * Int64(most)) - 1

    /// A place for each, the newest in the lowest; 0 where there was none.
    private var places: Int64 = 0

    package init() {}

    /// The newest comes last.
    package init(_ ends: some Sequence<End>) {
        for end in ends { add(end) }
    }

    /// From what is stored; nil where that stands for no ends.
    package init?(stored: Int64) {
        places = stored
        guard stored >= 0, stored <= Self.mask, RecentEnds(ends).places == stored else { return nil }
    }

    package var stored: Int64 { places }

    package var isEmpty: Bool { places == 0 }

    /// The oldest first.
    package var ends: [End] {
        (0..<Self.most).reversed().compactMap { place in
            let number = Int(truncatingIfNeeded: places >> Int64(place * Self.bits) & 0xF)
            return End.allCases.indices.contains(number - 1) ? End.allCases[number - 1] : nil
        }
    }

    /// How many of the last were skipped.
    package var skipsInRow: Int {
        let skip = Int64((End.allCases.firstIndex(of: .skipped) ?? 0) + 1)
        return (0..<Self.most).first { places >> Int64($0 * Self.bits) & 0xF != skip } ?? Self.most
    }

    /// The oldest of ten makes room.
    package mutating func add(_ end: End) {
        let number = Int64((End.allCases.firstIndex(of: end) ?? 0) + 1)
        places = (places << Int64(Self.bits) | number) & Self.mask
    }
}

extension RecentEnds.End {
    package init(_ outcome: Outcome, _ exit: ExitStatus? = nil) {
        self =
            switch outcome {
            case .succeeded: if case .code(1...) = exit { .succeededWithWarnings } else { .succeeded }
            case .failed: .failed
            case .expired: .expired
            case .interrupted: .interrupted
            case .deferred: .deferred
            case .cancelled: .cancelled
            case .couldNotLaunch: .couldNotLaunch
            }
    }
}
