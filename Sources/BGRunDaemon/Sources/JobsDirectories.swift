// The jobs directories: whole listings of the descriptors in them.
import BGRunJob
import BGRunScheduler

extension JobDescriptor: NamedContent {
    static func contents(
        of file: DescriptorPart, named name: String, rules: DescriptorRules,
        dropIns: @escaping (String) -> Result<[DescriptorPart], BrokenFile>
    ) -> Result<[(name: JobIdentifier, content: Result<JobDescriptor, BrokenFile>)], BrokenFile> {
        Result { () throws(BrokenFile) in
            try JobComposition(rules: rules, dropIns: dropIns).jobs(of: file, named: name)
                .map { ($0.identifier, $0.descriptor) }
        }
    }

    static func isName(_ text: String) -> Bool { JobComposition.isName(text) }
    static var hasDropIns: Bool { true }
    static var misnamed: String {
        "its name is no job's identifier; name it IDENTIFIER.json, such as org.example.backup.json"
    }
}

/// What is read of directories as a whole.
protocol ListedDirectories: AnyObject {
    /// The directories to be watched, as far as they are known.
    var places: [String] { get }
    /// Reads everything as it is now, without waiting for files that are being written.
    func readAtOnce() -> Event
    /// Nil where a file was being written a moment ago and makes no sense yet: read again soon.
    func read() -> Event?
}

/// The directories that bring jobs.
final class JobsDirectories: ListedDirectories {
    private let owner: UserID
    private var files: NamedFiles<JobDescriptor>

    init(_ paths: [String], owner: UserID, trust: FileTrust, rules: DescriptorRules) {
        self.owner = owner
        files = NamedFiles(paths, trust: trust, rules: rules)
    }

    var places: [String] { files.places }

    /// Tells of a job that an earlier daemon read from a file.
    func remember(_ job: JobID, from path: String, dropIns: [String]) {
        files.remember(job.identifier, from: path, dropIns: dropIns)
    }

    func readAtOnce() -> Event { event(of: files.readAtOnce()) }
    func read() -> Event? { files.read().map(event) }

    private func event(of listing: NamedFiles<JobDescriptor>.Listing) -> Event {
        .filesRead(
            listing.files.map {
                JobFile(
                    job: JobID(owner: owner, identifier: $0.content.identifier), path: $0.path,
                    descriptor: $0.content)
            },
            unreadable: listing.broken.map { UnreadableFile($0.name, of: owner, $0.file) })
    }
}

extension UnreadableFile {
    init(_ name: JobIdentifier?, of owner: UserID, _ file: BrokenFile) {
        self.init(job: name.map { JobID(owner: owner, identifier: $0) }, file: file)
    }
}
