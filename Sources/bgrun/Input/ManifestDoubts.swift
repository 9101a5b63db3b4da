// What lint and permit say of a manifest: the doubts about the jobs that its tasks become.
import BGRunJSON
import BGRunJob
import BGRunText

/// The doubts about a manifest, each with its key path in it.
struct ManifestDoubts {
    private let manifest: ApplicationManifest

    init(_ manifest: ApplicationManifest) { self.manifest = manifest }

    func warnings(_ daemon: DaemonOptions) -> [WarningText] {
        program + manifest.tasks.flatMap { warnings(of: $0, daemon) }
    }

    /// What is started is recognised by its path.
    private var program: [WarningText] {
        guard manifest.isEnabled, let name = manifest.command.first else { return [] }
        return Doubts.warnings(
            ofProgram: name, searchPath: Doubts.searchPath(manifest.environment))
    }

    private func warnings(of task: ApplicationManifest.Task, _ daemon: DaemonOptions) -> [WarningText] {
        let request: TaskRequest
        switch task.pattern {
        case .exact(let identifier): request = TaskRequest(identifier: identifier, kind: .processing)
        case .below(let prefix):
            guard let identifier = JobIdentifier("\(prefix).x") else { return [] }
            request = TaskRequest(identifier: identifier, kind: .continued)
        }
        guard case .success(let job) = manifest.descriptor(for: request) else { return [] }
        // Only root may look for others, and a manifest has no owner before it is permitted.
        return Doubts(job, JSONObject()).warningsOfKeys(.anyones, daemon).map { warning in
            let place: [JSONKeyPath.Step] = [.key("tasks"), .key(task.pattern.description)]
            return WarningText(
                DescriptorWarning(at: JSONKeyPath(place + warning.keyPath.steps), warning.matter))
        }
    }
}
