// All applications of the laptop: their manifests, and their processes.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

struct ToyApplications {
    /// What an answer is waited for by.
    enum Question {
        case attach(Int32)
        case begin(RunID, Int32)
    }

    /// Manifests that files bring, and those of the files that can't be read just now.
    var files: [JobIdentifier: ApplicationManifest] = [:]
    var broken: Set<JobIdentifier> = []
    /// By their processes.
    var hosts: [Int32: ToyHost] = [:]
    var questions: [RequestID: Question] = [:]
    /// Hosts that were started, ever.
    var started: Set<HostID> = []
    private var processes: Int32 = 1000

    mutating func newProcess() -> Int32 {
        processes += 1
        return processes
    }

    subscript(host: HostID) -> ToyHost? { hosts.values.first { $0.id == host } }

    mutating func change(_ host: HostID, _ change: (inout ToyHost) -> Void) {
        guard let process = self[host]?.process, var toy = hosts[process] else { return }
        change(&toy)
        hosts[process] = toy
    }

    /// The process that does something next, and when.
    var next: (process: Int32, at: AwakeTime)? {
        hosts.values.compactMap { toy in toy.next.map { (toy.process, $0) } }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }
    }

    // MARK: - Names

    static let names = ["org.toy.a", "org.toy.b", "org.toy.c"].map { identifier($0) }
    static let all = [
        ApplicationID(owner: UserID(1000), name: names[0]),
        ApplicationID(owner: UserID(1001), name: names[0]),
        ApplicationID(owner: .root, name: names[1]), ApplicationID(owner: UserID(1000), name: names[1]),
        ApplicationID(owner: UserID(1000), name: names[2]),
    ]

    static func identifier(_ text: String) -> JobIdentifier {
        guard let identifier = JobIdentifier(text) else { preconditionFailure("\(text) is no identifier") }
        return identifier
    }

    static func job(of task: JobIdentifier, of application: ApplicationID) -> JobID {
        guard let name = JobIdentifier(ofTask: task, of: application.name) else {
            preconditionFailure("\(task) is too long")
        }
        return JobID(owner: application.owner, identifier: name)
    }
}
