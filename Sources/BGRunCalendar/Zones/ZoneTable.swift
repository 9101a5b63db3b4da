// What is kept of a zone file: nothing that its rule says too, nothing that changes nothing.

/// A zone file's transitions in their shortest form.
///
/// Debian's files repeat what the rule says until 2037, others end where the rule begins. Both become the same here,
/// and a zone takes about half of the memory: some 1 KB.
struct ZoneTable {
    private(set) var transitions: [Int64] = []
    private(set) var kinds: [UInt8] = []
    private(set) var offsets: [ZoneOffset] = []
    let rule: ZoneRule?

    init(_ file: ZoneFile) {
        rule = file.rule
        let steps = Self.trimmed(Self.steps(of: file), rule: file.rule)
        transitions = steps.dropFirst().map(\.start)
        let kinds = steps.map { kind(of: $0.offset) }
        self.kinds = Array(kinds.dropFirst())
    }

    private typealias Step = (start: Int64, offset: ZoneOffset)

    /// From the beginning of time on. Changes to what is in force already are left out, but for the last: the rule
    /// begins there.
    private static func steps(of file: ZoneFile) -> [Step] {
        var steps: [Step] = [(.min, file.offsets[0])]
        for (seconds, kind) in zip(file.transitions, file.kinds) {
            let offset = file.offsets[Int(kind)]
            if seconds < -Zone.rim {
                // Before time begins.
                steps = [(.min, offset)]
            } else if steps.last?.offset != offset || seconds == file.transitions.last {
                steps.append((seconds, offset))
            }
        }
        return steps
    }

    /// Without those at the end that the rule says too.
    private static func trimmed(_ steps: [Step], rule: ZoneRule?) -> [Step] {
        var steps = steps
        while steps.count > 1 {
            let (step, next) = (steps[steps.count - 2], steps[steps.count - 1])
            if let rule {
                // Nothing tells the rule's own beginning of time from the file's.
                guard step.start != .min else { break }
                let period = rule.period(at: step.start)
                guard period.end >= next.start, period.offset == step.offset else { break }
            } else {
                guard step.offset == next.offset else { break }
            }
            steps.removeLast()
        }
        return steps
    }

    private mutating func kind(of offset: ZoneOffset) -> UInt8 {
        if let index = offsets.firstIndex(of: offset) { return UInt8(index) }
        offsets.append(offset)
        return UInt8(offsets.count - 1)
    }
}
