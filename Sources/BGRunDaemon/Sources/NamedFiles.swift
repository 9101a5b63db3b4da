// Directories of files that are named for what they describe: whole listings, by the rules of who may put one there.
import BGRunDevice
import BGRunJob
import BGRunLinux

/// What the files of some directories may describe.
protocol NamedContent {
    /// What one file brings, by name, or why it brings nothing at all.
    ///
    /// - Parameters:
    ///   - name: The file's, without its ending.
    ///   - dropIns: What lies in `NAME.d`.
    static func contents(
        of file: DescriptorPart, named name: String, rules: DescriptorRules,
        dropIns: @escaping (String) -> Result<[DescriptorPart], BrokenFile>
    ) -> Result<[(name: JobIdentifier, content: Result<Self, BrokenFile>)], BrokenFile>

    /// Whether a file of this name, without its ending, may describe anything.
    static func isName(_ text: String) -> Bool
    /// Whether files in `NAME.d` change what `NAME.json` says.
    static var hasDropIns: Bool { get }
    /// What is said of a file with another name.
    static var misnamed: String { get }
}

/// Reads the directories in their order, the later one overriding the earlier by file name.
struct NamedFiles<Content: NamedContent> {
    /// What stands in all of them, by name.
    struct Listing {
        struct File {
            let path: String
            let content: Content
        }

        var files: [File] = []
        /// Nil in place of a name where the file has none that could be one.
        var broken: [(name: JobIdentifier?, file: BrokenFile)] = []
    }

    /// How often in a row a reading may be put off.
    private static var patience: Int { 5 }

    let paths: [String]
    private let trust: FileTrust
    private let rules: DescriptorRules
    /// What each file brought when it was last read. One that can't be read for a while takes what it brings out of action,
    /// but it does not take it away.
    private var known: [String: Set<JobIdentifier>] = [:]
    /// The directories of drop-ins that were there, by the names whose files they change. What can't be read of them keeps
    /// these from starting, as what they would change does.
    private var knownDropIns: [String: Set<String>] = [:]
    private var postponed = 0

    init(_ paths: [String], trust: FileTrust, rules: DescriptorRules) {
        self.paths = paths
        self.trust = trust
        self.rules = rules
    }

    /// The directories that hold what is read, as far as they were there.
    var places: [String] {
        paths + paths.flatMap { path in (knownDropIns[path] ?? []).sorted().map { "\(path)/\($0).d" } }
    }

    /// Tells of a name that an earlier daemon read in a file, and of what it was changed by.
    mutating func remember(_ name: JobIdentifier, from path: String, dropIns: [String] = []) {
        known[path, default: []].insert(name)
        for file in dropIns {
            guard let (directory, _) = PathName.split(file), let (above, name) = PathName.split(directory),
                let changed = TrustedDirectory.name(name, ending: ".d")
            else { continue }
            knownDropIns[above, default: []].insert(changed)
        }
    }

    /// Reads everything as it is now, without waiting for files that are being written.
    mutating func readAtOnce() -> Listing {
        postponed = Self.patience
        guard let listing = read() else { preconditionFailure("patience has an end") }
        return listing
    }

    /// Nil where a file was being written a moment ago and makes no sense yet: read again soon.
    mutating func read() -> Listing? {
        var shelf = Shelf()
        for path in paths { gather(path, &shelf) }
        let found = listing(of: shelf)
        if postponed < Self.patience, found.isUnripe {
            postponed += 1
            return nil
        }
        postponed = 0
        known = found.known
        return found.listing
    }

    // MARK: - Gathering texts

    /// The texts of all directories, by their names without endings.
    private struct Shelf {
        var files: [String: TrustedDirectory.Entry] = [:]
        /// The drop-ins of a name, by their own names.
        var dropIns: [String: [String: TrustedDirectory.Entry]] = [:]
        /// Names whose drop-ins are not all known.
        var closed: [String: BrokenFile] = [:]
        var nameless: [BrokenFile] = []
    }

    private mutating func gather(_ path: String, _ shelf: inout Shelf) {
        switch TrustedDirectory.open(path, trust) {
        case .absent: knownDropIns[path] = nil
        case .refused(let fault):
            shelf.nameless.append(BrokenFile(path: path, reason: fault))
            for file in known.keys {
                guard let (directory, name) = PathName.split(file), directory == path,
                    let name = TrustedDirectory.name(name, ending: ".json")
                else { continue }
                shelf.files[name] = .broken(BrokenFile(path: file, reason: fault))
            }
            for name in knownDropIns[path] ?? [] {
                shelf.closed[name] = BrokenFile(path: "\(path)/\(name).d", reason: fault)
            }
        case .open(let directory):
            var changed: Set<String> = []
            for name in directory.names {
                if let name = TrustedDirectory.name(name, ending: ".json") {
                    if Content.isName(name) {
                        shelf.files[name] = directory.entry("\(name).json")
                    } else {
                        shelf.nameless.append(
                            BrokenFile(path: "\(path)/\(name).json", reason: Content.misnamed))
                    }
                } else if Content.hasDropIns, let name = TrustedDirectory.name(name, ending: ".d"),
                    Content.isName(name)
                {
                    changed.insert(name)
                    gatherDropIns(of: name, in: path, &shelf)
                }
            }
            knownDropIns[path] = changed
        }
    }

    /// Later directories override by file name, as they do for the files themselves.
    private func gatherDropIns(of name: String, in path: String, _ shelf: inout Shelf) {
        let path = "\(path)/\(name).d"
        switch TrustedDirectory.open(path, trust, mostNames: TrustedDirectory.mostDropIns) {
        case .absent: break
        case .refused(let fault): shelf.closed[name] = BrokenFile(path: path, reason: fault)
        case .open(let directory):
            for file in directory.names where TrustedDirectory.name(file, ending: ".json") != nil {
                shelf.dropIns[name, default: [:]][file] = directory.entry(file)
            }
        }
    }

    // MARK: - What they bring

    private func listing(
        of shelf: Shelf
    ) -> (listing: Listing, known: [String: Set<JobIdentifier>], isUnripe: Bool) {
        var listing = Listing(broken: shelf.nameless.map { (nil, $0) })
        var known: [String: Set<JobIdentifier>] = [:]
        // A file of just now that is empty, or breaks something, may be half written.
        var isUnripe = false
        let young = Self.young(in: shelf)
        func note(_ name: JobIdentifier?, _ file: BrokenFile) {
            listing.broken.append((name, file))
            if young.contains(file.path) { isUnripe = true }
        }
        for (name, entry) in shelf.files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            let identifier = JobIdentifier(name)
            switch contents(of: entry, named: name, in: shelf) {
            case nil:
                // Remembered: an earlier directory's file does not come back where this one can't be read.
                known[entry.path] = []
                isUnripe = isUnripe || entry.isYoungMask
            case .failure(let file)?:
                let path = entry.path
                let brought = (self.known[path] ?? []).union(identifier.map { [$0] } ?? [])
                known[path] = brought
                if brought.isEmpty { note(nil, file) }
                for name in brought.sorted() { note(name, file) }
            case .success(let contents)?:
                known[entry.path] = Set(contents.map(\.name))
                for (job, content) in contents where job == identifier || shelf.files[job.text] == nil {
                    switch content {
                    case .success(let content):
                        listing.files.append(.init(path: entry.path, content: content))
                    case .failure(let file): note(job, file)
                    }
                }
            }
        }
        isUnripe = isUnripe || shelf.dropIns.values.contains { $0.values.contains(where: \.isYoungMask) }
        return (listing, known, isUnripe)
    }

    /// Nil where a name brings nothing by its administrator's will.
    private func contents(
        of entry: TrustedDirectory.Entry, named name: String, in shelf: Shelf
    ) -> Result<[(name: JobIdentifier, content: Result<Content, BrokenFile>)], BrokenFile>? {
        switch entry {
        case .masked: nil
        case .broken(let file): .failure(file)
        case .text(let file, _):
            Content.contents(of: file, named: name, rules: rules) { name in
                shelf.closed[name].map { .failure($0) } ?? Self.dropIns(shelf.dropIns[name] ?? [:])
            }
        }
    }

    private static func dropIns(
        _ entries: [String: TrustedDirectory.Entry]
    ) -> Result<[DescriptorPart], BrokenFile> {
        var parts: [DescriptorPart] = []
        for (_, entry) in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            switch entry {
            case .masked: break
            case .broken(let file): return .failure(file)
            case .text(let part, _): parts.append(part)
            }
        }
        return .success(parts)
    }

    private static func young(in shelf: Shelf) -> Set<String> {
        let entries = [Array(shelf.files.values)] + shelf.dropIns.values.map { Array($0.values) }
        return Set(entries.joined().filter(\.isYoungText).map(\.path))
    }
}
