// Which errands are under way where no cgroup says so: a file for each, gone with the boot.
import BGRunLinux
import Glibc

/// The directory of empty files that are named for errands.
///
/// A look at all processes of the machine costs milliseconds, and hardly any start of the daemon has an
/// errand to look for. These files say whether this one has.
struct ErrandMarks {
    private static let name = "errands"
    /// More than are ever under way.
    private static let most = 4096

    let runtimeDirectory: String

    func add(_ mark: String) throws(SystemError) {
        let marks = try Directory(path: runtimeDirectory).directory(Self.name, creatingWith: 0o700)
        _ = try marks.create(mark, mode: 0o600).rawValue
    }

    func remove(_ mark: String) {
        guard let marks = try? Directory(path: runtimeDirectory).directory(Self.name) else { return }
        try? marks.removeIfPresent(mark)
    }

    /// Those that are there; none where they can't be read.
    func all() -> [Substring] {
        guard let marks = try? Directory(path: runtimeDirectory).directory(Self.name) else { return [] }
        return ((try? marks.names(limit: Self.most)) ?? []).map { $0[...] }
    }
}
