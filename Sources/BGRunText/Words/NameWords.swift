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
