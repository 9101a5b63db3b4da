// What is looked at again and again now, found need by need.
import BGRunCalendar
import BGRunJob

/// The kinds of requirements that are looked at at full minutes, for `doctor`.
package struct PolledKinds: Sendable {
    /// Needs that were not looked at yet.
    private var needs: ArraySlice<Need>
    package private(set) var kinds: Set<Requirement.Kind> = []

    init(of needs: [Need]) { self.needs = needs[...] }

    /// One step: looks at one need.
    ///
    /// - Returns: False at the end.
    mutating func next(in conditions: Conditions, at now: Now) -> Bool {
        guard let need = needs.popFirst() else { return false }
        kinds.formUnion(conditions.polledKinds(of: need, at: now))
        return true
    }
}

extension Conditions {
    var polledKinds: PolledKinds {
        var needs: [Need] = []
        for open in self.needs.open.values { needs += open }
        return PolledKinds(of: needs)
    }
}
