// The verdict on networks that people have met, in a real kernel.

import BGRunJob
import BGRunLinux
import BGRunTestSupport
import TestConditions
import Testing

@testable import BGRunDevice

// B-7, B-27
@Suite struct `A network that somebody has met` {
    @Test(.root, arguments: NetworkCase.all) func `gets its verdict`(_ situation: NetworkCase) throws {
        try inNamespaces {
            guard let programs = try situation.play() else {
                // Played by hand in a virtual machine whose kernel has them.
                #expect(Self.ofRareKinds.contains(situation.id), "it could not be set up")
                return print("left out: \(situation.id): this kernel has no such links")
            }
            defer { withExtendedLifetime(programs) {} }
            let judgement = try settled()
            let expected = situation.expect
            let (reading, words) = (judgement.reading, "\(expected.why): \(judgement)")
            #expect(reading.verdict.rawValue == expected.network, "\(words)")
            let leading = Set(reading.interfaces + judgement.uplinks)
            #expect(leading.isSuperset(of: expected.interfaces ?? []), "\(words)")
            #expect(leading.isDisjoint(with: expected.notInterfaces ?? []), "\(words)")
            if let vpn = expected.vpn { #expect((reading.vpn != nil) == vpn, "\(words)") }
            if reading.verdict == .yes { #expect(!reading.uplinks.isEmpty, "\(words)") }
        }
    }

    /// They need dummies, VLANs or 6in4, which not every kernel has.
    private static let ofRareKinds: Set = [
        "6in4-without-uplink", "proton-killswitch-connected", "proton-ipv6leak-only-airplane",
        "vlan-on-ethernet", "dummy-default-only",
    ]

    @Test func `is one of thirty-two`() { #expect(NetworkCase.all.count == 32) }

    /// The judgement once the kernel has told of all links whether they are ready, a moment after they have a carrier.
    private func settled() throws -> NetworkJudgement {
        let tracker = try NetworkTracker()
        let deadline = Clock.read(.monotonic) + 30_000_000
        while try NetworkTables.read().links.contains(where: { !$0.isSettled }),
            try Readiness.wait(for: tracker.descriptor, to: .read, until: deadline)
        { _ = tracker.drain() }
        tracker.read()
        return tracker.judgement
    }
}

extension NetworkState {
    /// All that were asked for.
    var links: [NetworkLink] {
        answers.values.compactMap { if case .link(let link) = $0 { link } else { nil } }
    }
}

extension NetworkLink {
    fileprivate var isSettled: Bool { flags.contains(.running) == flags.isSuperset(of: [.up, .carrier]) }
}
