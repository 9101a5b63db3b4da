// Many patterns are looked through as one by one, and in no time.
import BGRunJob
import BGRunTestSupport
import Testing

@Suite struct `Patterns of tasks` {
    @Test func `match what one of them matches, and cover what one of them covers`() throws {
        var random = SeededGenerator(seed: 49)
        func name() throws -> String {
            (0..<Int.random(in: 1...4, using: &random)).map { _ in
                ["a", "b", "ab", "a-"].randomElement(using: &random) ?? "a"
            }
            .joined(separator: ".")
        }
        for _ in 0..<2000 {
            let some = try (0..<Int.random(in: 0...5, using: &random)).map { _ in
                try #require(TaskPattern(try name() + (Bool.random(using: &random) ? ".*" : "")))
            }
            let patterns = TaskPatterns(some)
            #expect(patterns.all == Set(some).sorted() && patterns.isEmpty == some.isEmpty)
            let task = try #require(JobIdentifier(try name()))
            #expect(patterns.match(task) == some.contains { $0.matches(task) }, "\(task) in \(some)")
            #expect(patterns.cover(.exact(task)) == patterns.match(task))
            let isCovered = some.contains { pattern in
                guard case .below(let prefix) = pattern else { return false }
                return prefix == task || task.text.hasPrefix("\(prefix).")
            }
            #expect(patterns.cover(.below(task)) == isCovered, "\(task).* in \(some)")
        }
    }
}
