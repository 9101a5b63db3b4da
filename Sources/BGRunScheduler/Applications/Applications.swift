// The manifests of all applications, and the jobs that their requests have become.
import BGRunJob

/// What says which applications may have tasks. A user's own manifest goes before a file for everybody of the same name.
struct Applications {
    private var files: [JobIdentifier: ManifestFile] = [:]
    /// Why the file of an application can't be used.
    private var faults: [JobIdentifier: BrokenFile] = [:]
    private var permitted: [UserID: [JobIdentifier: ApplicationManifest]] = [:]
    /// The jobs of each application's requests.
    private var jobs: [ApplicationID: Set<JobID>] = [:]

    // MARK: - Manifests

    mutating func read(_ files: [ManifestFile], unreadable: [UnreadableFile]) {
        self.files = Dictionary(
            files.map { ($0.manifest.application, $0) }, uniquingKeysWith: { first, _ in first })
        faults = Dictionary(
            unreadable.compactMap { file in file.job.map { ($0.identifier, file.file) } },
            uniquingKeysWith: { first, _ in first })
    }

    mutating func permit(_ manifest: ApplicationManifest, to owner: UserID) {
        permitted[owner, default: [:]][manifest.application] = manifest
    }

    mutating func forbid(_ application: ApplicationID) -> ApplicationManifest? {
        defer { if permitted[application.owner]?.isEmpty == true { permitted[application.owner] = nil } }
        return permitted[application.owner]?.removeValue(forKey: application.name)
    }

    /// The number is another's now.
    mutating func forget(_ owner: UserID) { permitted[owner] = nil }

    /// What its owner has permitted it; nil where a file does, or nobody.
    func permitted(_ application: ApplicationID) -> ApplicationManifest? {
        permitted[application.owner]?[application.name]
    }

    func countPermitted(by owner: UserID) -> Int { permitted[owner]?.count ?? 0 }

    /// The bytes of the manifests that the owner has permitted.
    func textBytes(of owner: UserID) -> Int {
        permitted[owner]?.values.reduce(0) { $0 + $1.textSize.bytes } ?? 0
    }

    /// Who has permitted any.
    var owners: [UserID] { permitted.keys.sorted() }

    subscript(application: ApplicationID) -> ApplicationManifest? {
        permitted[application.owner]?[application.name] ?? files[application.name]?.manifest
    }

    /// Where the manifest of an application comes from, where a file brings it.
    func file(of application: ApplicationID) -> String? {
        permitted(application) != nil ? nil : files[application.name]?.path ?? faults[application.name]?.path
    }

    /// Why a file that would permit the application is not used.
    func fault(of application: ApplicationID) -> String? {
        permitted(application) != nil ? nil : faults[application.name]?.reason
    }

    /// Files that permit nothing, in a fixed order; those that would permit an application, where one is named.
    func brokenFiles(of name: JobIdentifier?) -> [BrokenFile] {
        faults.filter { name == nil || $0.key == name }.values.sorted { $0.path < $1.path }
    }

    /// The names of all that the owner may use, sorted.
    func names(for owner: UserID) -> [JobIdentifier] {
        Set(files.keys).union(faults.keys).union(permitted[owner]?.keys ?? [:].keys).sorted()
    }

    /// All that the owner may use, sorted by name.
    func manifests(for owner: UserID) -> [ApplicationManifest] {
        names(for: owner).compactMap { self[ApplicationID(owner: owner, name: $0)] }
    }

    /// The application of the owner's whose task would have the job's name.
    func application(naming job: JobID) -> JobIdentifier? {
        manifests(for: job.owner).first { $0.names(job.identifier) }?.application
    }

    // MARK: - Jobs

    mutating func note(_ job: Job) {
        guard let application = job.application else { return }
        jobs[application, default: []].insert(job.id)
    }

    mutating func forget(_ job: Job) {
        guard let application = job.application else { return }
        jobs[application]?.remove(job.id)
        if jobs[application]?.isEmpty == true { jobs[application] = nil }
    }

    /// Sorted.
    func jobs(of application: ApplicationID) -> [JobID] { (jobs[application] ?? []).sorted() }

    /// The one job of the owner's whose application calls its task so; nil where there are several, or none.
    func job(ofTask task: JobIdentifier, owner: UserID, in table: JobTable) -> JobID? {
        let found = jobs.filter { $0.key.owner == owner }.flatMap(\.value).filter { table[$0]?.task == task }
        return found.count == 1 ? found[0] : nil
    }

    /// The name that a request for the owner's task of this name has as a job; nil where several applications may have the
    /// task, or none.
    func name(ofTask task: JobIdentifier, owner: UserID) -> JobIdentifier? {
        let found = manifests(for: owner).filter { $0.rules(of: task, .continued) != nil }
        return found.count == 1 ? JobIdentifier(ofTask: task, of: found[0].application) : nil
    }

    /// Every application with requests, sorted.
    var withJobs: [ApplicationID] { jobs.keys.sorted() }
}

extension ApplicationManifest {
    /// Whether one of its tasks would have the job's name.
    fileprivate func names(_ job: JobIdentifier) -> Bool {
        tasks.contains { task in
            switch task.pattern {
            case .exact(let identifier): JobIdentifier(ofTask: identifier, of: application) == job
            case .below(let prefix):
                JobIdentifier(ofTask: prefix, of: application).map { job.text.hasPrefix("\($0).") } ?? false
            }
        }
    }
}

extension Job {
    /// The application whose request it is; nil for a job with a program of its own.
    var application: ApplicationID? {
        descriptor.program.applicationTask.map { ApplicationID(owner: id.owner, name: $0.application) }
    }

    /// The task that its application calls by this name.
    var task: JobIdentifier? { descriptor.program.applicationTask?.request.identifier }

    /// The request of it that is pending: the one that follows, else its own that was not begun.
    var pendingTask: (request: TaskRequest, kind: JobDescriptor.Kind)? {
        guard let descriptor = successor?.descriptor ?? (hasUnbegunTask ? descriptor : nil) else {
            return nil
        }
        return descriptor.program.applicationTask.map { ($0.request, descriptor.kind) }
    }

    /// Whether its handler was not entered.
    var hasUnbegunTask: Bool {
        guard application != nil else { return false }
        switch phase {
        case .scheduled, .due, .launching: return true
        case .running, .frozen, .expiring, .killed: return false
        }
    }
}
