// Jobs that wait for each other in a circle.

/// The way from a job over those that it comes after back to itself.
package enum OrderCycle {
    /// A way back through one of these; nil where there is none. Each job is looked at once, however many they are.
    ///
    /// - Parameter after: Those that each of the jobs comes after.
    package static func find(
        through roots: [JobIdentifier], after: (JobIdentifier) -> [JobIdentifier]
    ) -> [JobIdentifier]? {
        let wanted = Set(roots)
        var done: Set<JobIdentifier> = []
        for root in roots where !done.contains(root) {
            // No call within a call, as the way may be long.
            var way = [(job: root, left: after(root)[...])]
            var places = [root: 0]
            while let last = way.indices.last {
                guard let before = way[last].left.popFirst() else {
                    let job = way.removeLast().job
                    places[job] = nil
                    done.insert(job)
                    continue
                }
                if let place = places[before] {
                    let cycle = way[place...].map(\.job)
                    if !wanted.isDisjoint(with: cycle) { return cycle + [before] }
                } else if !done.contains(before) {
                    places[before] = way.count
                    way.append((before, after(before)[...]))
                }
            }
        }
        return nil
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
