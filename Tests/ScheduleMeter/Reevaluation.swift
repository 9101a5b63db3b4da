// What one change of a value costs, by how many jobs ask for it and how many do not.
import BGRunJob

/// Prints nanoseconds: of the turn in which the lid opens for so many jobs that wait for it, of the one in which it
/// closes, and of asking for the next wake-up after each.
///
/// Those who ask share one combination of requirements, or each has its own. Beside them wait jobs that ask for other
/// things. No job may start: what is measured is the judging.
struct Reevaluation {
    let jobs: Int
    let rounds: Int

    func run() throws {
        for asking in [1, 100, 10_000] where asking <= jobs {
            for isShared in [true, false] {
                for combinations in [0, 12, 10_000] {
                    try measure(asking, isShared: isShared, beside: combinations)
                }
            }
        }
    }

    private func measure(_ asking: Int, isShared: Bool, beside combinations: Int) throws {
        var policy = Policy()
        policy.settle.others = .zero
        policy.pendingPerOwner = .max
        var world = try World(policy: policy)
        // The files are never read: before that nothing starts.
        world.readDevice()
        for number in 0..<asking { world.submit(Self.asking(number, isShared: isShared)) }
        if combinations > 0 {
            var crowd = NeedyCrowd(combinations: combinations)
            for _ in asking..<jobs { world.submit(crowd.next()) }
        }
        var (opened, closed, planned): ([Int64], [Int64], [Int64]) = ([], [], [])
        for _ in 0..<rounds {
            let opening = world.tell(.lid, .lid(.open))
            let closing = world.tell(.lid, .lid(.closed))
            opened.append(opening.turn)
            closed.append(closing.turn)
            planned.append(max(opening.wakeup, closing.wakeup))
        }
        print(
            [asking, isShared ? 1 : 0, combinations].map { "\($0)" }.joined(separator: "\t"),
            opened.median, closed.median, planned.median, separator: "\t")
    }

    static func asking(_ number: Int, isShared: Bool) -> JobDescriptor {
        // Of those with a combination of their own everything else holds: it is the lid that opens them.
        let other: Requirements.Term = .not([.pathExists("/own/\(number)")])
        let terms = [Requirements.Term.requirement(.lid(.open))] + (isShared ? [] : [other])
        return NeedyCrowd.job("asking.\(number)", Requirements(terms))
    }
}
