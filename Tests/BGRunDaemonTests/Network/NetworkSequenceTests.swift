// Jobs while the network of a laptop changes, with a real kernel's messages.
import BGRunTestSupport
import TestConditions
import Testing

// B-7, B-8
@Suite(.root) struct `While the network changes` {
    @Test(arguments: NetworkSequence.all)
    func `no run is stopped for nothing, none goes on without a network, and none starts into nothing`(
        _ sequence: NetworkSequence
    ) throws {
        try inNamespaces {
            try ip(sequence.setup)
            let programs = try sequence.tunnels.map { try TunnelProgram($0) }
            var life = try NetworkLife()
            for (number, step) in sequence.steps.enumerated() {
                try life.play(step, named: "step\(number)")
            }
            #expect(life.interruptions == sequence.interruptions)
            #expect(life.startedIntoNothing.isEmpty)
            let isOnline = try #require(sequence.steps.last).isOnline
            #expect((life.run != nil) == isOnline)
            #expect(life.waiting.isEmpty == isOnline, "\(life.waiting)")
            withExtendedLifetime(programs) {}
        }
    }
}
