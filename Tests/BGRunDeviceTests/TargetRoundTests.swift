// A round over many targets, a portion at a time, while they come and go.
import Testing

@testable import BGRunDevice

@Suite struct `A round over many targets` {
    private func round(_ targets: [String]) -> TargetRound<String> {
        var round = TargetRound<String>()
        for target in targets { round.add(target) }
        return round
    }

    private func rest(of round: inout TargetRound<String>) -> [String] {
        var met: [String] = []
        while let target = round.takeNext() { met.append(target) }
        return met
    }

    @Test func `meets each once`() {
        var round = round(["a", "b", "c"])
        #expect(round.isOver)
        #expect(rest(of: &round).isEmpty)
        round.begin()
        #expect(rest(of: &round) == ["a", "b", "c"])
        #expect(round.isOver)
    }

    @Test func `that begins anew meets all once more, from where it was`() {
        var round = round(["a", "b", "c"])
        round.begin()
        #expect(round.takeNext() == "a")
        round.begin()
        #expect(rest(of: &round) == ["b", "c", "a"])
    }

    @Test func `misses none for another that comes meanwhile`() {
        var round = round(["a", "b", "c"])
        round.begin()
        #expect(round.takeNext() == "a")
        round.begin()
        round.add("d")
        #expect(Set(rest(of: &round)) == ["a", "b", "c", "d"])
    }

    @Test func `leaves out who has gone, keeps each once, and goes on meanwhile`() {
        var round = round((0..<100).map { "old\($0)" } + ["a", "b", "a", "b"])
        round.begin()
        for number in 0..<50 { #expect(round.takeNext() == "old\(number)") }
        round.compact(to: 2) { !$0.hasPrefix("old") }
        #expect(round.all == ["a", "b"])
        #expect(rest(of: &round) == ["a", "b"])
    }

    @Test func `does not grow while rounds never end`() {
        var round = round(["a"])
        for number in 0..<10_000 {
            round.begin()
            round.add("\(number)")
            round.compact(to: 1) { $0 == "a" }
        }
        #expect(round.all.count < 200)
    }
}
