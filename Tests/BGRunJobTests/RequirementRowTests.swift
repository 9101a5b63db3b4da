// The row of each kind: it fits its requirements, and says all that is asked of it.
import BGRunJob
import BGRunTestSupport
import GeneratedSamples
import Testing

/// Some of this kind, never none.
private func requirements(of kind: Requirement.Kind) -> Set<Requirement> {
    let found = generated[kind] ?? []
    #expect(!found.isEmpty)
    return found
}

/// Until there are three of each kind.
private let generated = {
    var found: [Requirement.Kind: Set<Requirement>] = [:]
    for (_, job) in Generated.jobs(seed: 20_261_122).prefix(3000) {
        for requirement in job.requirements.leaves {
            found[requirement.kind, default: []].insert(requirement.condition)
        }
        if Requirement.Kind.allCases.allSatisfy({ $0.hasFew || found[$0, default: []].count > 2 }) { break }
    }
    return found
}()

extension Requirement.Kind {
    /// Whether there is no more than one requirement of the kind, or two.
    fileprivate var hasFew: Bool {
        [.externalPower, .charging, .network, .unmetered, .online, .locked, .lid, .powerSaver].contains(self)
    }
}

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
