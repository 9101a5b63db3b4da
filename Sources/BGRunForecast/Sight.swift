// What was known of a condition at an instant, and what follows for several together.
import BGRunJob

/// What was known of a condition.
struct Sight: Hashable {
    static let nothing = Sight(nil)

    /// Nil where nobody looked.
    let verdict: Verdict?
    let isSimulated: Bool

    init(_ verdict: Verdict?, isSimulated: Bool = false) {
        self.verdict = verdict
        self.isSimulated = isSimulated
    }

    var opposite: Sight { Sight(verdict?.opposite, isSimulated: isSimulated) }

    /// Both together hold.
    func and(_ other: Sight) -> Sight { decided(with: other, by: .no, else: .yes) }

    /// One of them is enough.
    func or(_ other: Sight) -> Sight { decided(with: other, by: .yes, else: .no) }

    /// One that is sure decides; else nothing follows from what nobody looked at, nor from what nobody can know.
    private func decided(with other: Sight, by sure: Verdict, else remaining: Verdict) -> Sight {
        for verdict in [sure, nil, .unknown] where self.verdict == verdict || other.verdict == verdict {
            let isSimulated = [self, other].contains { $0.verdict == verdict && $0.isSimulated }
            return Sight(verdict, isSimulated: isSimulated)
        }
        return Sight(remaining, isSimulated: isSimulated || other.isSimulated)
    }
}
