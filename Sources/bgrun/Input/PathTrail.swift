// The way that a path takes, and who but root may have it lead elsewhere.
import BGRunLinux
import BGRunText

/// A file of root's is only then what root has named where nobody else has laid the way to it: a link to one, or a second name of one,
/// anybody may make.
enum PathTrail {
    /// As the kernel follows: path_resolution(7).
    private static let mostLinks = 40

    /// What others may change of the way; nil where that is nothing. What is so stays so: only root could change it.
    static func doubt(of path: String) -> String? {
        do throws(SystemError) {
            return try follow(path)
        } catch {
            return "its path can't be followed: \(SystemError.text(of: error.errno))"
        }
    }

    private static func follow(_ path: String) throws(SystemError) -> String? {
        var rest = parts(of: path)
        if !path.hasPrefix("/") {
            guard let here = Machine.workingDirectory else { return "its directory is not known" }
            rest += parts(of: here)
        }
        // Without a link in it.
        var place: [String] = []
        var links = 0
        while let part = rest.popLast() {
            if part == ".." {
                _ = place.popLast()
                continue
            }
            let next = text(of: place + [part])
            let entry = try File.statusOfLink(at: next)
            if let doubt = try doubt(of: text(of: place), holding: entry) { return doubt }
            guard entry.kind == .symbolicLink else {
                place.append(part)
                continue
            }
            if entry.user != 0 { return "the link \(next.visible) is \(entry.ownersName)'s" }
            links += 1
            guard links <= mostLinks else { return "its path has too many links" }
            let target = try File.link(at: next)
            if target.hasPrefix("/") { place = [] }
            rest += parts(of: target)
        }
        return nil
    }

    /// The last one first.
    private static func parts(of path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }

    private static func text(of parts: [String]) -> String { "/" + parts.joined(separator: "/") }

    private static func doubt(of directory: String, holding entry: FileStatus) throws(SystemError) -> String?
    {
        let status = try File.status(of: directory)
        if status.user != 0 { return "the directory \(directory.visible) is \(status.ownersName)'s" }
        guard status.othersMayWrite else { return nil }
        // In /tmp nobody replaces what is root's, and a directory has no second name.
        let isSticky = status.permissions & 0o1000 != 0
        if isSticky, entry.user == 0, entry.kind == .directory { return nil }
        return "others may write to the directory \(directory.visible)"
    }
}
