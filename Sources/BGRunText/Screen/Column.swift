// A column of a table: its heading, and what it gives up where the screen is narrow.

/// A column, and how it makes room for others.
package struct Column: Hashable, Sendable, ExpressibleByStringLiteral {
    /// How a text that is wider than its column is shown.
    enum Narrowing: Hashable, Sendable {
        /// Without its first parts: the last part of an identifier tells it from others.
        case losesHead
        /// Without its end: a title tells what it is from its beginning on.
        case losesEnd
        /// Without its beginning: what stands last is the newest.
        case losesBeginning
    }

    /// What a column gives up, and when: the lowest rank is asked first.
    struct Yield: Hashable, Sendable {
        let rank: Int
        /// It becomes no narrower than this.
        let least: Int
        let narrowing: Narrowing
        /// It gives way only where the last column would have less than ``TableShape/narrowest``.
        var isForced = false
        /// The rank at which it is no longer shown, where there is still no room; nil where it always is.
        var leavesAt: Int?
    }

    let heading: String
    /// Nil where it keeps its width, as long as the last column has some.
    var yield: Yield?

    init(_ heading: String, yield: Yield? = nil) {
        self.heading = heading
        self.yield = yield
    }

    package init(stringLiteral heading: String) { self.init(heading) }

    /// One of titles.
    static func titling(_ heading: String, to least: Int, rank: Int = 5) -> Column {
        Column(heading, yield: Yield(rank: rank, least: least, narrowing: .losesEnd))
    }

    /// One of names.
    static func naming(_ heading: String, to least: Int, rank: Int = 6) -> Column {
        Column(heading, yield: Yield(rank: rank, least: least, narrowing: .losesHead))
    }

    /// One that is shown whole or not at all.
    static func leaving(_ heading: String, rank: Int) -> Column {
        Column(heading, yield: Yield(rank: rank, least: .max, narrowing: .losesEnd, leavesAt: rank))
    }
}
