// What is said of a name that is no job's whole identifier.
import BGRunJob

/// The sentences about a name that stands for other jobs than it spells.
package struct NameWords {
    private let name: JobName
    private let jobs: [JobIdentifier]

    /// So many jobs are named; of more their number is told.
    private static let most = 5

    /// - Parameter jobs: Those that it may mean.
    package init(_ name: JobName, for jobs: [JobIdentifier]) {
        self.name = name
        self.jobs = jobs
    }

    /// There is no such job, and of those that it may mean there are several, or none.
    package var doubt: Complaint {
        guard !jobs.isEmpty else {
            return Complaint("no job matches \(name.text.visible)", advice: "bgrun status lists your jobs")
        }
        return Complaint(
            "\(name.text.visible) may be any of \(jobs.count) jobs: \(list)", advice: "write more of its name"
        )
    }

    /// `stop org.example.backup? [y/N]`.
    package static func question(_ verb: String, _ jobs: [JobIdentifier]) -> String {
        "\(verb) \(jobs.count == 1 ? "" : "these \(jobs.count) jobs: ")\(list(jobs))? [y/N] "
    }

    /// To a script, which is to write out what it ends.
    package func refusal(_ verb: String) -> Complaint {
        let what =
            "\(name.text.visible) is not a full identifier, and there is no terminal to ask whether to \(verb) "
        let names = jobs.prefix(Self.most).map(\.text).joined(separator: " ")
        let isAll = jobs.count <= Self.most
        return Complaint(what + list, write: "\(verb) \(names)\(isAll ? "" : " …")")
    }

    private var list: String { Self.list(jobs) }

    private static func list(_ jobs: [JobIdentifier]) -> String {
        let more = jobs.count - most
        return jobs.prefix(most).map(\.text).joined(separator: ", ")
            + (more > 0 ? ", and \(more) more" : "")
    }
}

/// Identifiers of which each is to be told from the others in a few letters.
struct DistinctNames {
    /// More leave no room for a title.
    private static let longest = 12

    private let (head, tail): (Int, Int)
    private let isAlone: Bool

    init(_ names: [JobIdentifier]) {
        let all = names.map { $0.text.split(separator: ".") }
        isAlone = all.count < 2
        let first = all.first ?? []
        let shortest = all.map(\.count).min() ?? 0
        head = (0..<shortest).prefix { place in all.allSatisfy { $0[place] == first[place] } }.count
        tail =
            (0..<(shortest - head)).prefix { place in
                all.allSatisfy { $0[$0.count - 1 - place] == first[first.count - 1 - place] }
            }.count
    }

    /// `alpha` of `org.alpha.backup`, beside `org.beta.backup`; nil where it is the only one.
    func own(_ name: JobIdentifier) -> String? {
        if isAlone { return nil }
        let own = name.text.split(separator: ".").dropFirst(head).dropLast(tail).joined(separator: ".")
        let text = own.isEmpty ? name.text : own
        // Names of one make differ at their ends.
        return text.count > Self.longest ? "…\(text.suffix(Self.longest - 1))" : text
    }
}
