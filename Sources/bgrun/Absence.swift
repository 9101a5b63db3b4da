// A job that was asked for and is not there: whether there was one, or which name was meant.
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

/// What a daemon still knows of a name that has no job.
struct Absence {
    /// Somebody waits for an error; what can't be learned in this time is left out.
    private static let patience: Duration = .seconds(2)

    private let identifier: String
    private var last: HistoryLine?
    private var nearest: String?

    init(of identifier: String, _ daemon: DaemonOptions) {
        self.identifier = identifier
        guard let path = try? daemon.path(),
            var connection = try? Connection(to: path, within: Self.patience)
        else { return }
        let deadline = Connection.deadline(in: Self.patience)
        if let name = JobIdentifier(identifier) {
            let past = HistoryCall(.job(Target(identifier: name, owner: daemon.owner)), limit: 1)
            last = (try? connection.call(past, until: deadline))?.entries.first
        }
        if last != nil { return }
        let status = try? connection.call(StatusCall(.all(owner: daemon.owner)), until: deadline)
        nearest = NearestSpelling.of(identifier, among: (status?.jobs ?? []).map(\.identifier.text))
    }

    func complaint(_ clock: LocalClock) -> Complaint {
        if let last {
            return Complaint(
                "there is no job \(identifier.visible) any more: \(HistoryText.end(last, clock))",
                advice: "bgrun history \(identifier.visible) lists its runs")
        }
        let advice = "bgrun status lists your jobs"
        return Complaint(
            "there is no job \(identifier.visible)",
            advice: nearest.map { "did you mean \($0)? \(advice)" } ?? advice)
    }
}
