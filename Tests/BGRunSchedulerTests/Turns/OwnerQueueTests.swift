// Work of several owners is taken by turns.
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `Queues of owners` {
    private let anna = UserID(1)
    private let berta = UserID(2)

    @Test func `give one piece of each owner, then the second of each`() {
        var queues = OwnerQueues<String>()
        for piece in ["a1", "a2", "a3"] { queues.add(piece, of: anna) }
        for piece in ["b1", "b2"] { queues.add(piece, of: berta) }
        var taken: [String] = []
        while let piece = queues.takeNext() { taken.append(piece) }
        #expect(taken == ["a1", "b1", "a2", "b2", "a3"])
        #expect(queues.isEmpty)
    }

    @Test func `let in who comes later after one piece of each`() {
        var queues = OwnerQueues<Int>()
        for piece in 0..<1000 { queues.add(piece, of: anna) }
        _ = queues.takeNext()
        queues.add(-1, of: berta)
        #expect([queues.takeNext(), queues.takeNext()] == [1, -1])
    }

    @Test func `keep what is added twice once, and not what was taken back`() {
        var queues = DistinctQueues<Int>()
        for piece in [1, 2, 1, 3] { queues.add(piece, of: anna) }
        queues.remove(2)
        #expect(queues.count == 2)
        #expect(queues.contains(1) && !queues.contains(2))
        #expect([queues.takeNext(), queues.takeNext(), queues.takeNext()] == [1, 3, nil])
        #expect(queues.isEmpty)
    }
}
