// The keys of random descriptors that are about other jobs.
import BGRunJob
import BGRunTestSupport

extension JobDescriptor {
    mutating func takeOrder(using random: inout SeededGenerator) {
        order.conflictGroup = random.next() % 4 == 0 ? Label.random(using: &random) : nil
        order.isExclusive = random.next() % 4 == 0
        order.queue =
            random.next() % 3 == 0
            ? Label.random(using: &random).map { JobQueue($0, limit: Int(1 + random.next() % 3)) } : nil
        order.conflicts = [
            Label.random(using: &random).map { .group($0) }, JobIdentifier("other").map { .job($0) },
        ].compactMap { random.next() % 2 == 0 ? $0 : nil }
        order.after = random.next() % 3 == 0 ? ["x", "y.z"].compactMap { JobIdentifier($0) } : []
        tags = Set((0..<random.next() % 3).compactMap { _ in Label.random(using: &random) }).sorted()
    }
}

extension Label {
    fileprivate static func random(using random: inout SeededGenerator) -> Label? {
        ["media", "a", "0", "x.y_z-1"].randomElement(using: &random).flatMap { Label($0) }
    }
}
