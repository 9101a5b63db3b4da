// What a job needs on this machine beside its program: accounts, directories and files.
import BGRunDevice
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import Glibc

/// What lint and submit say of that, where it is not there. Whether the run's user may enter or read it shows at its launch.
struct LaunchDoubts {
    private let descriptor: JobDescriptor
    private var rules: LaunchRules { descriptor.launchRules }

    init(_ descriptor: JobDescriptor) { self.descriptor = descriptor }

    /// None of a job that is switched off, which may be for what is not there yet.
    var warnings: [WarningText] {
        descriptor.isEnabled ? accounts + workingDirectory + outputs + handedFiles + probed : []
    }

    private var accounts: [WarningText] {
        func warning(_ kind: String, _ name: String?, _ isThere: (String) throws -> Bool) -> WarningText? {
            // A database that can't be asked says nothing.
            guard let name, (try? isThere(name)) == false else { return nil }
            return WarningText(
                kind, at: kind, "there is no \(kind) \"\(name)\" here",
                advice: "make it before the job starts, or correct its name", basis: .machine)
        }
        return [
            warning("user", rules.user) { try UserAccount.with(name: $0) != nil },
            warning("group", rules.group) { try UserAccount.group(named: $0) != nil },
        ].compactMap(\.self)
    }

    private var workingDirectory: [WarningText] {
        guard let path = descriptor.workingDirectory else { return [] }
        switch Sight(path) {
        case .kind(.directory), .unknown: return []
        case .kind:
            return [place("workingDirectory", "\"\(path)\" is no directory", "name a directory")]
        case .missing:
            guard !rules.makesWorkingDirectory, !mayComeLater(path) else { return [] }
            let made = JSONValue.object(["path": .string(path), "make": true]).text(layout: .compact)
            return [
                place("workingDirectory", "\"\(path)\" is not there", "make it, or write \(made)")
            ]
        }
    }

    private var outputs: [WarningText] {
        [("standardOutput", rules.standardOutput), ("standardError", rules.standardError)].compactMap {
            key, target in
            guard let path = target?.path, !PathSight.mayWait(at: path) else { return nil }
            if (try? File.statusOfLink(at: path))?.kind == .symbolicLink {
                return place(key, "\"\(path)\" is a link, and those are not followed", "name the file itself")
            }
            switch Sight(path) {
            case .kind(.regular), .unknown: return nil
            case .kind: return place(key, "\"\(path)\" is no regular file", "name a file")
            case .missing: break
            }
            let above = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            let directory = above.isEmpty ? "/" : String(above)
            guard Sight(directory) == .missing, !mayComeLater(directory) else { return nil }
            return place(
                key, "the directory \"\(directory)\" is not there", "make it before the job starts")
        }
    }

    private var handedFiles: [WarningText] {
        var files = rules.credentials.map { (key: "credentials.\($0.name)", path: $0.path) }
        if let file = rules.environmentFile, !file.isOptional {
            files.insert(("environmentFile", file.path), at: 0)
        }
        return files.compactMap { key, path in
            switch Sight(path) {
            case .kind(.regular), .unknown: nil
            case .kind:
                place(key, "\"\(path)\" is no regular file, and no run reads another", "name a file")
            case .missing:
                mayComeLater(path)
                    ? nil : place(key, "\"\(path)\" is not there", "make it before the job starts")
            }
        }
    }

    /// Programs and paths of its requirements that are missing: without them the requirements stay unknown.
    private var probed: [WarningText] {
        descriptor.requirements.leaves.flatMap { requirement -> [WarningText] in
            switch requirement.condition {
            case .command(let check):
                Doubts.warnings(ofProgram: check.arguments[0], at: "requires.command")
            case .freeSpace(let space) where Sight(space.path) == .missing && !mayComeLater(space.path):
                [
                    place(
                        "requires.freeSpace", "\"\(space.path)\" is not there",
                        "make it, or correct its name")
                ]
            case _: []
            }
        }
    }

    private func place(_ key: String, _ what: String, _ advice: String) -> WarningText {
        WarningText("launch", at: key, what, advice: advice, basis: .machine)
    }

    /// Whether the job waits for what may bring the path.
    private func mayComeLater(_ path: String) -> Bool {
        descriptor.requirements.leaves.contains { requirement in
            switch requirement {
            case .mounted(.path(let place)), .pathExists(let place):
                path == place || path.hasPrefix(place.hasSuffix("/") ? place : "\(place)/")
            case .mounted(.uuid), .device: true
            case _: false
            }
        }
    }

    /// What is at a path, as far as that can be seen without waiting.
    private enum Sight: Equatable {
        case kind(FileStatus.Kind)
        case missing
        case unknown

        init(_ path: String) {
            if PathSight.mayWait(at: path) {
                self = .unknown
                return
            }
            do throws(SystemError) {
                self = .kind(try File.status(of: path).kind)
            } catch {
                self = error.errno == ENOENT || error.errno == ENOTDIR ? .missing : .unknown
            }
        }
    }
}
