// A job that was asked for and is not there: whether there was one, what keeps its file from bringing it, or which name was
// meant.
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// What a daemon still knows of a name that has no job.
struct Absence {
    private let identifier: String
    private let last: HistoryLine?
    /// What it was is remembered, and can be had back.
    private let isRemembered: Bool
    /// A file that would bring it, or change it, and can't be used.
    private let broken: BrokenFile?
    private let nearest: String?
    /// The application that may have a task of that name, of which no request is pending.
    private let application: JobIdentifier?
    /// It is one of root's, of which an administrator sees how it stands.
    private let isRoots: Bool

    init(of identifier: String, _ daemon: DaemonOptions) {
        self.identifier = identifier
        let past = JobIdentifier(identifier).flatMap { name in
            daemon.glance { connection, deadline in
                let call = HistoryCall(.job(Target(identifier: name, owner: daemon.owner)), limit: 1)
                return (try? connection.call(call, until: deadline))?.entries.first
            }
        }
        last = past
        isRemembered =
            JobIdentifier(identifier).flatMap { name in
                daemon.glance { connection, deadline in
                    try? connection.call(
                        CatCall(Target(identifier: name, owner: daemon.owner)), until: deadline)
                }
            }?.isOver == true
        let status = daemon.glance { connection, deadline in
            try? connection.call(StatusCall(.all(owner: daemon.owner)), until: deadline)
        }
        isRoots =
            past?.job.owner == .root && Machine.effectiveUser != 0
            || status?.jobs.contains { $0.isOutline && $0.identifier.text == identifier } == true
        let applications =
            past?.job.owner == .root
            ? nil
            : daemon.glance { connection, deadline in
                try? connection.call(ListApplicationsCall(owner: daemon.owner), until: deadline)
            }
        application =
            applications?.applications.first { report in
                report.permitted.contains { pattern in
                    guard case .exact(let task) = pattern else { return false }
                    return task.text == identifier
                        || JobIdentifier(ofTask: task, of: report.application)?.text == identifier
                }
            }?.application
        broken = status?.brokenFiles.first { Self.isMeant(by: $0.path, for: identifier) }
        nearest =
            past != nil || broken != nil || application != nil
            ? nil : Self.nearest(to: identifier, among: (status?.jobs ?? []).map(\.identifier.text))
    }

    /// A name that was mistyped, also one of which only the last part was typed.
    private static func nearest(to identifier: String, among names: [String]) -> String? {
        if let name = NearestSpelling.of(identifier, among: names) { return name }
        let parts = names.map { String($0.split(separator: ".").last ?? "") }
        return NearestSpelling.of(identifier, among: parts).flatMap { part in
            parts.firstIndex(of: part).map { names[$0] }
        }
    }

    /// Whether the path is `IDENTIFIER.json`, one in `IDENTIFIER.d`, or the same of its template.
    private static func isMeant(by path: String, for identifier: String) -> Bool {
        let names = path.split(separator: "/").suffix(2).map(String.init)
        let template = identifier.firstIndex(of: "@").map { String(identifier[...$0]) }
        return [identifier, template].compactMap(\.self).contains { name in
            names.last == "\(name).json" || names.count == 2 && names[0] == "\(name).d"
        }
    }

    func complaint(_ clock: LocalClock) -> Complaint {
        if isRoots {
            return Complaint(
                "the job \(identifier.visible) is root's, and its state is all that others see",
                advice: "put sudo before the command")
        }
        if let application {
            let end = last.map { ": \(HistoryText.end($0, clock))" } ?? ""
            return Complaint(
                "the task \(identifier.visible) is permitted, and no request for it is pending\(end)",
                advice: "the program of \(application) submits one; bgrun applications lists its tasks")
        }
        let again = isRemembered ? "bgrun run \(identifier.visible) submits it again" : nil
        if let again, last == nil {
            return Complaint("the job \(identifier.visible) was cancelled before it ran", advice: again)
        }
        if let last {
            return Complaint(
                "there is no job \(identifier.visible) any more: \(HistoryText.end(last, clock))",
                advice: "bgrun history \(identifier.visible) lists its runs" + (again.map { ", \($0)" } ?? "")
            )
        }
        if let broken {
            return Complaint(
                "there is no job \(identifier.visible), since \(broken.path.visible) can't be used: \(broken.reason.visible)",
                advice: "mend that file")
        }
        let advice = "bgrun status lists your jobs"
        return Complaint(
            "there is no job \(identifier.visible)",
            advice: nearest.map { "did you mean \($0)? \(advice)" } ?? advice)
    }
}
