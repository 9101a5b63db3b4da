// The directories of applications: whole listings of the manifests in them.
import BGRunJob
import BGRunScheduler

extension ApplicationManifest: NamedContent {
    static func contents(
        of file: DescriptorPart, named name: String, rules: DescriptorRules,
        dropIns: @escaping (String) -> Result<[DescriptorPart], BrokenFile>
    ) -> Result<[(name: JobIdentifier, content: Result<ApplicationManifest, BrokenFile>)], BrokenFile> {
        do throws(DescriptorError) {
            let manifest = try ApplicationManifest(json: file.bytes, rules: rules)
            let application = manifest.application
            guard application.text == name else {
                return .failure(.misnamed(file.path, describing: application.text))
            }
            return .success([(application, .success(manifest))])
        } catch {
            return .failure(BrokenFile(path: file.path, reason: error.lines))
        }
    }

    static func isName(_ text: String) -> Bool {
        JobIdentifier(text).map { $0.instance == nil } ?? false
    }
    static var hasDropIns: Bool { false }
    static var misnamed: String {
        "its name is no application's; name it APPLICATION.json, such as com.example.photos.json"
    }
}

/// The directories that permit applications.
final class ManifestDirectories: ListedDirectories {
    private let owner: UserID
    private var files: NamedFiles<ApplicationManifest>

    init(_ paths: [String], owner: UserID, trust: FileTrust, rules: DescriptorRules) {
        self.owner = owner
        files = NamedFiles(paths, trust: trust, rules: rules)
    }

    var places: [String] { files.places }

    /// Tells of an application whose requests an earlier daemon took, and which no user has permitted: a file did, and
    /// nobody knows which.
    func remember(_ application: JobIdentifier) {
        for path in files.paths { files.remember(application, from: "\(path)/\(application).json") }
    }

    func readAtOnce() -> Event { event(of: files.readAtOnce()) }
    func read() -> Event? { files.read().map(event) }

    private func event(of listing: NamedFiles<ApplicationManifest>.Listing) -> Event {
        var manifests: [JobIdentifier: ManifestFile] = [:]
        var accepted: [ManifestFile] = []
        var unreadable = listing.broken.map { UnreadableFile($0.name, of: owner, $0.file) }
        for file in listing.files {
            let manifest = ManifestFile(path: file.path, manifest: file.content)
            if let reason = Self.clash(of: manifest, with: manifests) {
                let broken = BrokenFile(path: file.path, reason: reason)
                unreadable.append(UnreadableFile(file.content.application, of: owner, broken))
            } else {
                manifests[file.content.application] = manifest
                accepted.append(manifest)
            }
        }
        return .manifestsRead(accepted, unreadable: unreadable)
    }

    /// Why a manifest can't stand beside those before it, by name.
    ///
    /// Only one whose name is the beginning of this one's can be in its way, and comes before it. So few are looked at,
    /// however many there are.
    private static func clash(
        of file: ManifestFile, with others: [JobIdentifier: ManifestFile]
    ) -> String? {
        let name = file.manifest.application.text
        for dot in name.indices where name[dot] == "." {
            guard let prefix = JobIdentifier(String(name[..<dot])), let other = others[prefix],
                let common = other.manifest.clash(with: file.manifest)
            else { continue }
            return "its tasks could be the job \(common), as those of \(prefix) in \(other.path) could; "
                + "rename them in one of the two"
        }
        return nil
    }
}
