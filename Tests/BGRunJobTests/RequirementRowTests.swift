// The row of each kind: it fits its requirements, and says all that is asked of it.
import BGRunJob
import BGRunTestSupport
import Testing

/// Some of this kind, never none.
private func requirements(of kind: Requirement.Kind) -> Set<Requirement> {
    let found = drawn[kind] ?? []
    #expect(!found.isEmpty)
    return found
}

private let drawn = Generated.jobs(seed: 20_261_122).prefix(200).flatMap(\.subject.requirements.leaves)
    .reduce(into: [Requirement.Kind: Set<Requirement>]()) { $0[$1.kind, default: []].insert($1.condition) }

@Suite struct `The row of a requirement` {
    @Test(arguments: Requirement.Kind.allCases)
    func `is that of its kind, and says all that is asked of it`(_ kind: Requirement.Kind) {
        for requirement in requirements(of: kind) {
            #expect(requirement.opposite.kind == kind)
            #expect(requirement.text.hasPrefix(kind.rawValue))
            #expect(requirement.opposite.text == "not \(requirement.text)")
            #expect(!requirement.remedy.isEmpty)
            #expect(!requirement.words.isEmpty && requirement.words != requirement.opposite.words)
            #expect(!kind.row.subjects(requirement, .root).isEmpty)
        }
    }

    @Test func `is the only one of its title`() {
        #expect(Set(Requirement.Kind.allCases.map(\.row.title)).count == Requirement.Kind.allCases.count)
    }

    @Test(arguments: Requirement.Kind.allCases)
    func `says whether what it rests on is looked at, and whether that is the supplies`(
        _ kind: Requirement.Kind
    ) {
        for requirement in requirements(of: kind) {
            let subjects = kind.row.subjects(requirement, .root)
            #expect(subjects.allSatisfy { kind.isLookedAt == [.looked, .asked].contains($0.telling) })
            #expect(kind.row.isPower == (subjects == [.power]))
        }
    }
}
