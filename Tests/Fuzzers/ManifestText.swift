// Manifests as their authors write them: read, printed, read again, and what becomes of requests for their tasks.
import BGRunJSON
import BGRunJob

enum ManifestText {
    private static let policy = DescriptorRules(policy: Policy())
    /// Near to what the seeds are called, so that names meet.
    private static let neighbour: ApplicationManifest? = try? ApplicationManifest(
        json: Array(
            #"{"application": "com.example", "command": ["x"], "tasks": {"photos.*": {}, "mail.sync": {}}}"#
                .utf8))

    @Sendable static func check(_ bytes: [UInt8]) {
        do throws(DescriptorError) {
            let manifest = try ApplicationManifest(json: bytes)
            check(manifest)
            _ = try ApplicationManifest(json: bytes, rules: policy)
        } catch {
            DescriptorText.check(error)
        }
    }

    static func check(_ manifest: ApplicationManifest) {
        let printed = manifest.json.bytes()
        hold(printed.count <= JobDescriptor.byteLimit, "a manifest has \(printed.count) bytes")
        do {
            let again = try ApplicationManifest(json: printed)
            hold(again == manifest, "what was printed is read as another application")
            hold(again.json.bytes() == printed, "what was read is printed in another way")
            hold(again.fingerprint == manifest.fingerprint, "the same has another fingerprint")
        } catch {
            fatalError("what was printed is refused: \(error)")
        }
        hold((1...ApplicationManifest.mostTasks).contains(manifest.tasks.count), "it has many tasks, or none")
        for variable in manifest.environment where variable.value.utf8.count > 12 {
            let isElsewhere = manifest.json.text().split(separator: variable.value).count > 2
            hold(isElsewhere || !manifest.maskedText.contains(variable.value), "a value is shown")
        }
        var names: Set<JobIdentifier> = []
        for task in manifest.tasks {
            guard case .exact(let identifier) = task.pattern else { continue }
            let request = TaskRequest(
                identifier: identifier, kind: .healthResearch, requiresExternalPower: true,
                requiresNetwork: true,
                protection: .complete)
            guard case .success(let job) = manifest.descriptor(for: request) else {
                fatalError("\(identifier) is in the manifest and may not be asked for")
            }
            hold(names.insert(job.identifier).inserted, "two tasks are one job")
            // The store has no more room for it than for any other.
            guard job.json.bytes().count <= JobDescriptor.byteLimit else { continue }
            hold((try? JobDescriptor(value: job.json)) == job, "a request is read as another one")
        }
        guard let neighbour, manifest.application != neighbour.application else { return }
        hold(manifest.clash(with: neighbour) == neighbour.clash(with: manifest), "one clashes, the other not")
    }
}
