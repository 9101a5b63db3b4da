// What of a formula stands in place of each other, as people are told.
import Testing

@testable import BGRunScheduler

@Suite struct `Alternatives of a formula` {
    private func gates(_ places: GateTable.Place...) -> [Formula] { places.map { .gate($0) } }

    @Test func `are those inside of alternatives too, each with all of its gates`() {
        #expect(Formula.gate(1).alternatives == [[1]])
        #expect(Formula.all(gates(1, 2)).alternatives == [[1, 2]])
        let nested = Formula.any([.gate(1), .any(gates(2, 3)), .all(gates(4, 5))])
        #expect(nested.alternatives == [[1], [2], [3], [4, 5]])
        let both = Formula.all([.any(gates(1, 2)), .gate(3)])
        #expect(both.alternatives == [[1, 3], [2, 3]])
    }

    @Test func `are as many as can be read, however many there may be`() {
        let pairs = (0..<16).map { Formula.any(gates($0, $0 + 100)) }
        #expect(Formula.all(pairs).alternatives.count == 1)
    }
}
