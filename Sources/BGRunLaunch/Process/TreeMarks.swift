// Which errands and hosts are under way where no cgroup says so: a file for each, gone with the boot.
import BGRunLinux
import Glibc

/// A directory of empty files that are named for what was started.
///
/// A look at all processes of the machine costs milliseconds, and hardly any start of the daemon has an errand or a host
/// to look for. These files say whether this one has.
struct TreeMarks {
    enum Kind: String {
        case errands, hosts
    }

    /// More than are ever under way.
    private static let most = 4096

    let kind: Kind
    let runtimeDirectory: String

    init(_ kind: Kind, in runtimeDirectory: String) {
        self.kind = kind
        self.runtimeDirectory = runtimeDirectory
    }

    func add(_ mark: String) throws(SystemError) {
        let marks = try Directory(path: runtimeDirectory).directory(kind.rawValue, creatingWith: 0o700)
        _ = try marks.create(mark, mode: 0o600).rawValue
    }

    func remove(_ mark: String) {
        guard let marks = try? Directory(path: runtimeDirectory).directory(kind.rawValue) else { return }
        try? marks.removeIfPresent(mark)
    }

    /// Those that are there; none where they can't be read.
    func all() -> [Substring] {
        guard let marks = try? Directory(path: runtimeDirectory).directory(kind.rawValue) else { return [] }
        return ((try? marks.names(limit: Self.most)) ?? []).map { $0[...] }
    }
}
