// Whom a story may name.
import BGRunJob

/// The jobs of a rehearsal, and the applications with their tasks.
package struct StoryCast: Sendable {
    /// A task that an application may have.
    struct Task {
        let manifest: ApplicationManifest
        let identifier: JobIdentifier
        /// The job that a request of it becomes.
        let job: JobIdentifier
    }

    private let jobs: [JobIdentifier]
    private let manifests: [ApplicationManifest]
    private let tasks: [Task]

    package init(jobs: [JobIdentifier], manifests: [ApplicationManifest] = []) {
        self.jobs = jobs
        self.manifests = manifests
        tasks = manifests.flatMap { manifest in
            manifest.tasks.compactMap { task in
                // One that is permitted by a prefix is continued: somebody has begun it and watches.
                guard case .exact(let identifier) = task.pattern else { return nil }
                return JobIdentifier(ofTask: identifier, of: manifest.application).map {
                    Task(manifest: manifest, identifier: identifier, job: $0)
                }
            }
        }
    }

    /// By the name of its job, or its own where one application alone has that.
    func task(_ name: String) -> Task? {
        if let task = tasks.first(where: { $0.job.text == name }) { return task }
        let named = tasks.filter { $0.identifier.text == name }
        return named.count == 1 ? named[0] : nil
    }

    /// A job, or that of a task.
    func job(_ name: String) -> JobIdentifier? { jobs.first { $0.text == name } ?? task(name)?.job }

    func application(_ name: String) -> JobIdentifier? {
        manifests.lazy.map(\.application).first { $0.text == name }
    }

    /// Whether a line of the log may have it.
    func has(_ name: String) -> Bool { job(name) != nil || application(name) != nil }

    /// For who has named none of them.
    var names: String { list(jobs + tasks.map(\.job) + manifests.map(\.application)) }
    var namesOfTasks: String { list(tasks.map(\.job)) }

    private func list(_ names: [JobIdentifier]) -> String {
        names.map(\.text).sorted().joined(separator: ", ")
    }
}
