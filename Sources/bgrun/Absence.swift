// A job that was asked for and is not there: whether there was one, or which name was meant.
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

/// What a daemon still knows of a name that has no job.
struct Absence {
    private let identifier: String
    private let last: HistoryLine?
    private let nearest: String?

    init(of identifier: String, _ daemon: DaemonOptions) {
        self.identifier = identifier
        let past = JobIdentifier(identifier).flatMap { name in
            daemon.glance { connection, deadline in
                let call = HistoryCall(.job(Target(identifier: name, owner: daemon.owner)), limit: 1)
                return (try? connection.call(call, until: deadline))?.entries.first
            }
        }
        last = past
        nearest =
            past != nil
            ? nil
            : daemon.glance { connection, deadline in
                let status = try? connection.call(StatusCall(.all(owner: daemon.owner)), until: deadline)
                return NearestSpelling.of(identifier, among: (status?.jobs ?? []).map(\.identifier.text))
            }
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
