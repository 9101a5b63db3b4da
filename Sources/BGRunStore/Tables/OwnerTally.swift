// How much of something each owner has, and whose goes where there is too much.

/// The rows of a table by owner, or what they stand for. What is no owner's number in a damaged row counts as one owner,
/// nil.
struct OwnerTally {
    private(set) var total = 0
    private var rows: [Int64?: Int] = [:]

    mutating func add(_ count: Int = 1, of owner: Int64?) {
        rows[owner, default: 0] += count
        total += count
    }

    mutating func remove(_ count: Int, of owner: Int64?) { add(-count, of: owner) }

    func count(of owner: Int64?) -> Int { rows[owner, default: 0] }

    /// Who has most.
    var most: (owner: Int64?, count: Int) {
        let most = rows.max { ($0.value, $0.key ?? -1) < ($1.value, $1.key ?? -1) }
        return most.map { ($0.key, $0.value) } ?? (nil, 0)
    }

    /// So many rows, each from whoever has most then: nobody's rows push out those of an owner who has fewer.
    func excess(_ count: Int) -> [(owner: Int64?, count: Int)] {
        var (left, excess) = (rows, [Int64?: Int]())
        for _ in 0..<count {
            let most = left.max { ($0.value, $0.key ?? -1) < ($1.value, $1.key ?? -1) }
            guard let most, most.value > 0 else { break }
            left[most.key] = most.value - 1
            excess[most.key, default: 0] += 1
        }
        return excess.sorted { $0.key ?? -1 < $1.key ?? -1 }.map { ($0.key, $0.value) }
    }
}

extension DatabaseConnection {
    /// What a selection of numbers and owners tells.
    func tally(_ select: String) throws(SQLiteError) -> OwnerTally {
        var tally = OwnerTally()
        var statement = try prepareOnce(select)
        while try statement.step() {
            let count = Int(clamping: statement.rowNumber())
            tally.add(count, of: try? statement.optionalInteger())
        }
        return tally
    }
}

extension String {
    /// How many rows of a table each owner has; costs a look at all of them.
    static func tally(_ table: String) -> String { "SELECT count(*), owner FROM \(table) GROUP BY owner" }

    /// Deletes so many of the oldest rows of an owner as ``OwnerTally`` counts them: the parameters are the owner and
    /// how many. No index is used, as all of the owner's rows would have to be sorted then.
    static func trim(_ table: String, by key: String, returning more: String = "") -> String {
        """
        DELETE FROM \(table) WHERE \(key) IN (
            SELECT \(key) FROM \(table) WHERE CASE WHEN typeof(owner) = 'integer' THEN owner END IS ?
            ORDER BY \(key) LIMIT ?)
        RETURNING \(key)\(more)
        """
    }
}
