// Directories of files that are named for what they describe: whole listings, by the rules of who may put one there.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import Glibc

/// What the files of some directories may describe.
protocol NamedContent {
    init(json bytes: [UInt8], rules: DescriptorRules?) throws(DescriptorError)

    /// A file is named for it: `NAME.json`.
    var fileName: JobIdentifier { get }
    /// What is said of a file with another name.
    static var misnamed: String { get }
}

/// The limits of reading, whatever the files describe.
private enum Limits {
    /// Directory entries that are looked at, of each directory.
    static let entries = 10_000
    static let bytes = JobDescriptor.byteLimit
    /// A file this young that is empty or does not parse is taken to be half written.
    static let longestYouth: Int64 = 1_000_000
    /// How often in a row a reading may be put off.
    static let patience = 5
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

    let paths: [String]
    private let trust: FileTrust
    private let rules: DescriptorRules
    /// The names each directory had when it was last read. A directory that can't be read for a while takes what it
    /// brings out of action, but it does not take it away.
    private var known: [String: Set<JobIdentifier>] = [:]
    private var postponed = 0

    init(_ paths: [String], trust: FileTrust, rules: DescriptorRules) {
        self.paths = paths
        self.trust = trust
        self.rules = rules
    }

    /// Tells of a name that an earlier daemon read in a directory.
    mutating func remember(_ name: JobIdentifier, in directory: String) {
        known[directory, default: []].insert(name)
    }

    /// Reads everything as it is now, without waiting for files that are being written.
    mutating func readAtOnce() -> Listing {
        postponed = Limits.patience
        guard let listing = read() else { preconditionFailure("patience has an end") }
        return listing
    }

    /// Nil where a file was being written a moment ago and makes no sense yet: read again soon.
    mutating func read() -> Listing? {
        var entries: [JobIdentifier: Entry] = [:]
        var nameless: [BrokenFile] = []
        for path in paths {
            switch names(in: path) {
            case .absent: known[path] = nil
            case .refused(let fault):
                nameless.append(BrokenFile(path: path, reason: fault))
                for identifier in known[path] ?? [] {
                    let file = BrokenFile(path: "\(path)/\(identifier).json", reason: fault)
                    entries[identifier] = .broken(file, isYoung: false)
                }
            case .names(let directory, let names):
                var found: Set<JobIdentifier> = []
                for name in names where Self.isFileOfOurs(name) {
                    guard let identifier = JobIdentifier(String(name.dropLast(5))) else {
                        nameless.append(BrokenFile(path: "\(path)/\(name)", reason: Content.misnamed))
                        continue
                    }
                    entries[identifier] = entry(name, identifier, in: directory, path)
                    found.insert(identifier)
                }
                known[path] = found
            }
        }
        if postponed < Limits.patience, entries.values.contains(where: \.isYoung) {
            postponed += 1
            return nil
        }
        postponed = 0
        return listing(entries, nameless)
    }

    private func listing(_ entries: [JobIdentifier: Entry], _ nameless: [BrokenFile]) -> Listing {
        var listing = Listing(broken: nameless.map { (nil, $0) })
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            switch entry {
            case .content(let path, let content): listing.files.append(.init(path: path, content: content))
            case .broken(let file, _): listing.broken.append((name, file))
            case .masked: break
            }
        }
        return listing
    }

    /// What stands under one name.
    private enum Entry {
        case content(path: String, Content)
        case broken(BrokenFile, isYoung: Bool)
        /// An empty file or a link to /dev/null: the name brings nothing.
        case masked(isYoung: Bool)

        var isYoung: Bool {
            switch self {
            case .content: false
            case .broken(_, let isYoung), .masked(let isYoung): isYoung
            }
        }
    }

    // MARK: - A directory

    private enum Names: ~Copyable {
        case absent
        case refused(String)
        case names(Directory, [String])
    }

    private func names(in path: String) -> Names {
        do throws(SystemError) {
            let directory = try Directory(path: path)
            if let fault = trust.fault(of: try directory.descriptor.status()) {
                return .refused(fault)
            }
            let names = try directory.names(limit: Limits.entries)
            return .names(directory, names)
        } catch {
            switch error.errno {
            case ENOENT: return .absent
            case EFBIG: return .refused("it holds more than \(Limits.entries) files; remove some")
            case ELOOP, ENOTDIR: return .refused("it is not a directory; remove it")
            case let number:
                return .refused("it can't be read: \(SystemError.text(of: number))")
            }
        }
    }

    /// Editors put their own files beside the real ones: `.x.json.swp`, `x.json~`, `#x.json#`.
    private static func isFileOfOurs(_ name: String) -> Bool {
        name.hasSuffix(".json") && !name.hasPrefix(".") && name.utf8.count > 5
    }

    // MARK: - A file

    private func entry(
        _ name: String, _ identifier: JobIdentifier, in directory: borrowing Directory, _ path: String
    ) -> Entry {
        let path = "\(path)/\(name)"
        func broken(_ fault: String, isYoung: Bool = false) -> Entry {
            .broken(BrokenFile(path: path, reason: fault), isYoung: isYoung)
        }
        do throws(SystemError) {
            // A pipe put in the file's place must not hold us up.
            let file = try directory.open(name, O_RDONLY | O_NONBLOCK)
            let status = try file.status()
            guard status.kind == .regular else { return broken("it is not a file; remove it") }
            if let fault = trust.fault(of: status) { return broken(fault) }
            let bytes = try file.readToEnd(limit: Limits.bytes)
            let age = Clock.read(.realtime) - status.modified
            let isYoung = (0..<Limits.longestYouth).contains(age)
            if bytes.isEmpty { return .masked(isYoung: isYoung) }
            switch content(bytes, named: identifier) {
            case .success(let content): return .content(path: path, content)
            case .failure(let fault): return broken(fault.text, isYoung: isYoung)
            }
        } catch {
            switch error.errno {
            case ELOOP:
                if Self.isMask(name, in: directory) { return .masked(isYoung: false) }
                return broken("it is a symbolic link; put the file itself there")
            case EFBIG:
                return broken("it has more than \(Limits.bytes) bytes; shorten it")
            case let number: return broken("it can't be read: \(SystemError.text(of: number))")
            }
        }
    }

    private func content(_ bytes: [UInt8], named name: JobIdentifier) -> Result<Content, Fault> {
        do throws(DescriptorError) {
            let content = try Content(json: bytes, rules: rules)
            guard content.fileName == name else {
                return .failure(
                    Fault(
                        text: "it describes \(content.fileName); name the file \(content.fileName).json"))
            }
            return .success(content)
        } catch {
            return .failure(
                Fault(text: error.description.split(separator: "\n").joined(separator: "; ")))
        }
    }

    private static func isMask(_ name: String, in directory: borrowing Directory) -> Bool {
        var target = [CChar](repeating: 0, count: 16)
        let count = unsafe readlinkat(directory.descriptor.rawValue, name, &target, target.count)
        return count == 9 && target.prefix(9).map { UInt8(bitPattern: $0) } == Array("/dev/null".utf8)
    }
}

/// Why the text of a file is of no use.
private struct Fault: Error {
    let text: String
}
