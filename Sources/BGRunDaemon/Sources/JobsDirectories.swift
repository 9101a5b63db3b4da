// The jobs directories: whole listings of the descriptors in them, by the rules of who may put one there.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunScheduler
import Glibc

/// Reads the directories in their order, the later one overriding the earlier by file name.
final class JobsDirectories {
    /// A whole listing, or word that it has to wait.
    enum Reading: Equatable {
        case listing([JobFile], unreadable: [UnreadableFile])
        /// A file was being written a moment ago and makes no sense yet: read again soon.
        case halfWritten
    }

    /// Directory entries that are looked at, of each directory.
    static let entryLimit = 10_000
    /// A file this young that is empty or does not parse is taken to be half written.
    private static let longestYouth: Int64 = 1_000_000
    /// How often in a row a reading may be put off.
    private static let patience = 5

    let paths: [String]
    private let owner: UserID
    private let trust: FileTrust
    private let rules: DescriptorRules
    /// The names each directory had when it was last read. A directory that can't be read for a while takes its
    /// jobs out of action, but it does not cancel them.
    private var known: [String: Set<JobIdentifier>] = [:]
    private var postponed = 0

    init(_ paths: [String], owner: UserID, trust: FileTrust, rules: DescriptorRules) {
        self.paths = paths
        self.owner = owner
        self.trust = trust
        self.rules = rules
    }

    /// Tells of a job that an earlier daemon read from a file.
    func remember(_ job: JobID, from path: String) {
        guard let slash = path.lastIndex(of: "/") else { return }
        known[String(path[..<slash]), default: []].insert(job.identifier)
    }

    /// Reads everything as it is now, without waiting for files that are being written.
    func readAtOnce() -> Event {
        postponed = Self.patience
        guard case .listing(let files, let unreadable) = read() else {
            preconditionFailure("patience has an end")
        }
        return .filesRead(files, unreadable: unreadable)
    }

    func read() -> Reading {
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
                for name in names where Self.isDescriptorName(name) {
                    guard let identifier = JobIdentifier(String(name.dropLast(5))) else {
                        nameless.append(Self.misnamed("\(path)/\(name)"))
                        continue
                    }
                    entries[identifier] = entry(name, identifier, in: directory, path)
                    found.insert(identifier)
                }
                known[path] = found
            }
        }
        if postponed < Self.patience, entries.values.contains(where: \.isYoung) {
            postponed += 1
            return .halfWritten
        }
        postponed = 0
        return listing(entries, nameless)
    }

    private func listing(_ entries: [JobIdentifier: Entry], _ nameless: [BrokenFile]) -> Reading {
        var files: [JobFile] = []
        var unreadable = nameless.map { UnreadableFile(job: nil, file: $0) }
        for (identifier, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let job = JobID(owner: owner, identifier: identifier)
            switch entry {
            case .job(let path, let descriptor):
                files.append(JobFile(job: job, path: path, descriptor: descriptor))
            case .broken(let file, _): unreadable.append(UnreadableFile(job: job, file: file))
            case .masked: break
            }
        }
        return .listing(files, unreadable: unreadable)
    }

    /// What stands under one name.
    private enum Entry {
        case job(path: String, JobDescriptor)
        case broken(BrokenFile, isYoung: Bool)
        /// An empty file or a link to /dev/null: the name brings no job.
        case masked(isYoung: Bool)

        var isYoung: Bool {
            switch self {
            case .job: false
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
            let names = try directory.names(limit: Self.entryLimit)
            return .names(directory, names)
        } catch {
            switch error.errno {
            case ENOENT: return .absent
            case EFBIG: return .refused("it holds more than \(Self.entryLimit) files; remove some")
            case ELOOP, ENOTDIR: return .refused("it is not a directory; remove it")
            case let number:
                return .refused("it can't be read: \(SystemError.text(of: number))")
            }
        }
    }

    /// Editors put their own files beside the real ones: `.x.json.swp`, `x.json~`, `#x.json#`.
    private static func isDescriptorName(_ name: String) -> Bool {
        name.hasSuffix(".json") && !name.hasPrefix(".") && name.utf8.count > 5
    }

    private static func misnamed(_ path: String) -> BrokenFile {
        BrokenFile(
            path: path,
            reason:
                "its name is no job's identifier; name it IDENTIFIER.json, such as org.example.backup.json"
        )
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
            let bytes = try file.readToEnd(limit: JobDescriptor.byteLimit)
            let age = Clock.read(.realtime) - status.modified
            let isYoung = (0..<Self.longestYouth).contains(age)
            if bytes.isEmpty { return .masked(isYoung: isYoung) }
            switch descriptor(bytes, named: identifier) {
            case .success(let descriptor): return .job(path: path, descriptor)
            case .failure(let fault): return broken(fault.text, isYoung: isYoung)
            }
        } catch {
            switch error.errno {
            case ELOOP:
                if Self.isMask(name, in: directory) { return .masked(isYoung: false) }
                return broken("it is a symbolic link; put the file itself there")
            case EFBIG:
                return broken("it has more than \(JobDescriptor.byteLimit) bytes; shorten it")
            case let number: return broken("it can't be read: \(SystemError.text(of: number))")
            }
        }
    }

    private struct Fault: Error {
        let text: String
    }

    private func descriptor(
        _ bytes: [UInt8], named identifier: JobIdentifier
    ) -> Result<JobDescriptor, Fault> {
        do throws(DescriptorError) {
            let descriptor = try JobDescriptor(json: bytes, rules: rules)
            guard descriptor.identifier == identifier else {
                return .failure(
                    Fault(
                        text: "it describes \(descriptor.identifier); name the file "
                            + "\(descriptor.identifier).json"))
            }
            return .success(descriptor)
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
