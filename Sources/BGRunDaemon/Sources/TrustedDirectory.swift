// One directory of files that say what the daemon does: their texts, by the rules of who may put one there.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import Glibc

/// A directory that is obeyed, and what stands in its files.
struct TrustedDirectory: ~Copyable {
    /// Drop-ins of one name in one directory.
    static let mostDropIns = 100
    /// Directory entries that are looked at.
    private static let mostNames = 10_000
    /// A file this young that is empty or breaks something is taken to be half written.
    private static let longestYouth: Int64 = 1_000_000

    enum Opening: ~Copyable {
        case absent
        case refused(String)
        case open(TrustedDirectory)
    }

    /// What stands under one name.
    enum Entry {
        case text(DescriptorPart, isYoung: Bool)
        case broken(BrokenFile)
        /// An empty file or a link to /dev/null: the name brings nothing.
        case masked(isYoung: Bool, path: String)

        var path: String {
            switch self {
            case .text(let part, _): part.path
            case .broken(let file): file.path
            case .masked(_, let path): path
            }
        }

        var isYoungText: Bool {
            switch self {
            case .text(_, let isYoung): isYoung
            case .broken, .masked: false
            }
        }

        var isYoungMask: Bool {
            switch self {
            case .masked(let isYoung, _): isYoung
            case .broken, .text: false
            }
        }
    }

    let names: [String]
    private let directory: Directory
    private let trust: FileTrust

    private init(_ directory: consuming Directory, _ trust: FileTrust, names: [String]) {
        self.directory = directory
        self.trust = trust
        self.names = names
    }

    static func open(_ path: String, _ trust: FileTrust, mostNames: Int = mostNames) -> Opening {
        do throws(SystemError) {
            let directory = try Directory(path: path)
            if let fault = trust.fault(of: try directory.descriptor.status()) { return .refused(fault) }
            let names = try directory.names(limit: mostNames)
            return .open(TrustedDirectory(directory, trust, names: names))
        } catch {
            switch error.errno {
            case ENOENT: return .absent
            case EFBIG: return .refused("it holds more than \(mostNames) files; remove some")
            case ELOOP, ENOTDIR: return .refused("it is not a directory; remove it")
            case let number:
                return .refused("it can't be read: \(SystemError.text(of: number))")
            }
        }
    }

    /// A name without its ending; nil where it ends otherwise. Editors put their own files beside the real ones:
    /// `.x.json.swp`, `x.json~`, `#x.json#`.
    static func name(_ name: String, ending: String) -> String? {
        guard name.hasSuffix(ending), !name.hasPrefix("."), name.utf8.count > ending.utf8.count else {
            return nil
        }
        return String(name.dropLast(ending.utf8.count))
    }

    // MARK: - A file

    func entry(_ name: String) -> Entry {
        let path = "\(directory.path)/\(name)"
        func broken(_ fault: String) -> Entry { .broken(BrokenFile(path: path, reason: fault)) }
        do throws(SystemError) {
            // A pipe put in the file's place must not hold us up.
            let file = try directory.open(name, O_RDONLY | O_NONBLOCK)
            let status = try file.status()
            guard status.kind == .regular else { return broken("it is not a file; remove it") }
            if let fault = trust.fault(of: status) { return broken(fault) }
            let bytes = try file.readToEnd(limit: JobDescriptor.byteLimit)
            let age = Clock.read(.realtime) - status.modified
            let isYoung = (0..<Self.longestYouth).contains(age)
            if bytes.isEmpty { return .masked(isYoung: isYoung, path: path) }
            return .text(DescriptorPart(path: path, bytes: bytes), isYoung: isYoung)
        } catch {
            switch error.errno {
            case ELOOP:
                if isMask(name) { return .masked(isYoung: false, path: path) }
                return broken("it is a symbolic link; put the file itself there")
            case EFBIG:
                return broken("it has more than \(JobDescriptor.byteLimit) bytes; shorten it")
            case let number: return broken("it can't be read: \(SystemError.text(of: number))")
            }
        }
    }

    private func isMask(_ name: String) -> Bool {
        var target = [CChar](repeating: 0, count: 16)
        let count = unsafe readlinkat(directory.descriptor.rawValue, name, &target, target.count)
        return count == 9 && target.prefix(9).map { UInt8(bitPattern: $0) } == Array("/dev/null".utf8)
    }
}
