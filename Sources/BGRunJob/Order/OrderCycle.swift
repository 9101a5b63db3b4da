// Jobs that wait for each other in a circle.

/// The way from a job over those that it comes after back to itself.
package enum OrderCycle {
    /// Nil where there is none.
    ///
    /// - Parameter after: Those that each of the jobs comes after.
    package static func find(
        from first: JobIdentifier, after: (JobIdentifier) -> [JobIdentifier]
    ) -> [JobIdentifier]? {
        // By whom each was found, so that the way can be told; no call within a call, as it may be long.
        var foundBy: [JobIdentifier: JobIdentifier] = [:]
        var open = [first]
        while let next = open.popLast() {
            for before in after(next) {
                if before == first { return way(to: next, foundBy, from: first) + [first] }
                guard foundBy[before] == nil else { continue }
                foundBy[before] = next
                open.append(before)
            }
        }
        return nil
    }

    private static func way(
        to last: JobIdentifier, _ foundBy: [JobIdentifier: JobIdentifier], from first: JobIdentifier
    ) -> [JobIdentifier] {
        var way = [last]
        while let before = foundBy[way[way.count - 1]] { way.append(before) }
        return way.reversed()
    }

    /// `a after b after a`; of a long one the beginning and the end.
    package static func text(of cycle: [JobIdentifier]) -> String {
        let names = cycle.map(\.text)
        let shown = names.count > 9 ? names.prefix(7) + ["…"] + names.suffix(1) : names[...]
        return shown.joined(separator: " after ")
    }

    /// The whole sentence about it.
    package static func reason(_ cycle: [JobIdentifier]) -> String {
        "they would wait for each other for ever: \(text(of: cycle))"
    }

    package static let advice = "remove one of them"
}
