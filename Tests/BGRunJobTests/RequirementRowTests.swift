// The row of each kind: it fits its requirements, and says all that is asked of it.
import BGRunJob
import BGRunTestSupport
import Testing

@Suite struct `The row of a requirement` {
    @Test(arguments: Requirement.Kind.allCases)
    func `is that of its kind, and says all that is asked of it`(_ kind: Requirement.Kind) {
        var random = SeededGenerator(seed: 20_261_122)
        for _ in 0..<20 {
            for requirement in Requirement.random(kind, using: &random) {
                #expect(requirement.kind == kind)
                #expect(requirement.opposite.kind == kind)
                #expect(requirement.text.hasPrefix(kind.rawValue))
                #expect(requirement.opposite.text == "not \(requirement.text)")
                #expect(!requirement.remedy.isEmpty)
                #expect(!requirement.words.isEmpty && requirement.words != requirement.opposite.words)
                #expect(!kind.row.subjects(requirement, .root).isEmpty)
            }
        }
    }

    @Test func `is the only one of its title`() {
        #expect(Set(Requirement.Kind.allCases.map(\.row.title)).count == Requirement.Kind.allCases.count)
    }

    /// Its subjects say the same in their own words.
    @Test(arguments: Requirement.Kind.allCases)
    func `says that it is looked at where nothing tells of what it rests on`(_ kind: Requirement.Kind) {
        var random = SeededGenerator(seed: 20_261_122)
        for requirement in Requirement.random(kind, using: &random) {
            for subject in kind.row.subjects(requirement, .root) {
                #expect(kind.isLookedAt == [.looked, .asked].contains(subject.telling))
            }
        }
    }

    @Test(arguments: Requirement.Kind.allCases)
    func `says that it is read with the supplies where it rests on them alone`(_ kind: Requirement.Kind) {
        var random = SeededGenerator(seed: 20_261_122)
        for requirement in Requirement.random(kind, using: &random) {
            #expect(kind.row.isPower == (kind.row.subjects(requirement, .root) == [.power]))
        }
    }
}
