// What a program tells of its progress is bounded before it is kept.
import BGRunJob
import Testing

@Suite struct `Progress of a task` {
    @Test(
        arguments: [
            (0, 0, nil), (5, 0, nil), (5, -1, nil), (0, 10, 0), (1, 3, 33), (2, 3, 66), (99_999, 100_000, 99),
            (10, 10, 100), (11, 10, 100), (-5, 10, 0), (.max, .max, 100), (.max - 1, .max, 99),
            (.min, .max, 0),
            (1, 1, 100),
        ] as [(Int64, Int64, Int64?)])
    func `is a share of the whole, where there is one`(completed: Int64, total: Int64, percent: Int64?) {
        let progress = TaskProgress(completedUnits: completed, totalUnits: total)
        #expect(progress.percent == percent)
        #expect(progress.bounded.percent == percent)
    }

    @Test func `is kept with words of one line, and with no count below nothing`() {
        let long = String(repeating: "ü", count: 30_000)
        let progress = TaskProgress(
            completedUnits: -1, totalUnits: -1, title: "\u{1b}[31m\n\u{202e}x\u{85}", subtitle: long)
        #expect(
            progress.bounded
                == TaskProgress(
                    completedUnits: 0, totalUnits: 0, title: "\u{FFFD}[31m\u{FFFD}\u{FFFD}x\u{FFFD}",
                    subtitle: String(repeating: "ü", count: 100)))
        #expect(progress.bounded == progress.bounded.bounded)
    }

    @Test func `is the same with other words`() {
        let one = TaskProgress(completedUnits: 1, totalUnits: 2, title: "a")
        #expect(one.hasSameUnits(as: TaskProgress(completedUnits: 1, totalUnits: 2, title: "b")))
        #expect(!one.hasSameUnits(as: TaskProgress(completedUnits: 1, totalUnits: 3, title: "a")))
        #expect(!one.hasSameUnits(as: TaskProgress(completedUnits: 2, totalUnits: 2, title: "a")))
    }
}
