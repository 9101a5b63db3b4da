// What descriptors that are linted together are refused for, as the daemon that would get them does it.
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

/// The descriptors of one call, each looked at after those before it.
struct LintedCompany {
    /// They come together, so each may name the others.
    let jobs: Set<JobIdentifier>
    private let rules: DescriptorRules
    private var names: Set<JobIdentifier> = []
    private var users: [RepositoryUser] = []
    /// What the files before say of the order between jobs, and a daemon of those that it has.
    private var after: [JobIdentifier: [JobIdentifier]] = [:]

    init(_ jobs: Set<JobIdentifier>, _ daemon: DaemonOptions) {
        self.jobs = jobs
        rules = daemon.rules(isSubmitted: false)
        let known = daemon.glance { connection, deadline in
            (try? connection.call(StatusCall(.all(owner: daemon.asker)), until: deadline))?.jobs
        }
        for job in known ?? [] where !jobs.contains(job.identifier) {
            after[job.identifier] = job.descriptor.order.after
        }
    }

    func mistakes(of manifest: ApplicationManifest) -> [DescriptorMistake] {
        DescriptorMistake.all(of: .fields(manifest.mistakes(under: rules)))
    }

    mutating func mistakes(of descriptor: JobDescriptor) -> [DescriptorMistake] {
        if let cycle = cycle(closedBy: descriptor) { return [cycle] }
        return DescriptorMistake.all(of: .fields(descriptor.mistakes(under: rules)))
    }

    mutating func warnings(of descriptor: JobDescriptor) -> [WarningText] {
        let user = RepositoryUser(descriptor)
        defer { users.append(user) }
        return user.warnings(beside: users) + twice(descriptor.identifier)
    }

    /// Two of one name may be of two directories; together `submit` takes neither.
    private mutating func twice(_ identifier: JobIdentifier) -> [WarningText] {
        guard !names.insert(identifier).inserted else { return [] }
        return [
            WarningText(
                "namedTwice", at: "identifier",
                "another of these jobs has the same, so submit refuses them together",
                advice: "give each its own")
        ]
    }

    /// The circle of jobs that wait for each other which the descriptor closes.
    private mutating func cycle(closedBy descriptor: JobDescriptor) -> DescriptorMistake? {
        var all = after
        all[descriptor.identifier] = descriptor.order.after
        guard let cycle = OrderCycle.find(through: [descriptor.identifier], after: { all[$0] ?? [] }) else {
            after = all
            return nil
        }
        return DescriptorMistake(
            keyPath: "after", reason: OrderCycle.reason(cycle), advice: OrderCycle.advice)
    }
}
