// The way to a path, one directory at a time, as far as changes are told.
import BGRunJob
import BGRunLinux
import Glibc

/// Each directory that is passed on the way, links followed as stat(2) does, and what stands at the end.
///
/// To be made with the owner's rights. Mount points are known from the list of mounts before anything behind
/// them is looked at: changes behind them are not told.
struct PathWalk: Equatable {
    struct Step: Hashable {
        let directory: String
        let name: String
        let isLink: Bool
        /// Whether something has this name, of whatever kind.
        let isThere: Bool
    }

    enum End: Hashable {
        /// With its path, free of links.
        case present(String)
        case missing
        case fault(PathFault)
    }

    /// As many as the kernel follows.
    private static let linkLimit = 40
    private static let stepLimit = 256

    private(set) var steps: [Step] = []
    private(set) var end: End = .missing
    /// What stands in the way of a path that is missing, for somebody to mend; nil where its name is free.
    private(set) var obstacle: PathFault?

    init(_ path: String, _ table: MountTable) {
        end = walk(path, table)
    }

    private mutating func walk(_ path: String, _ table: MountTable) -> End {
        var place = ""
        var names = Self.names(path)
        var isDirectory = true
        var links = 0
        while let name = names.popLast() {
            if name == ".." {
                place = PathName.split(place).map { $0.parent == "/" ? "" : $0.parent } ?? ""
                continue
            }
            guard steps.count < Self.stepLimit else { return .fault(.tooDeep(path)) }
            let child = "\(place)/\(name)"
            if let kind = table.silent[child] {
                add(place, name, isLink: false, isThere: true)
                return names.isEmpty ? .present(child) : .fault(.silent(path: child, kind: kind))
            }
            let known = steps.count
            do throws(SystemError) {
                let kind = try File.statusOfLink(at: child).kind
                add(place, name, isLink: kind == .symbolicLink, isThere: true)
                if kind == .symbolicLink {
                    links += 1
                    if links > Self.linkLimit { return missing(because: .loop(path)) }
                    let target = try File.link(at: child)
                    if target.utf8.first == UInt8(ascii: "/") { place = "" }
                    names += Self.names(target)
                } else if kind != .directory, !names.isEmpty {
                    return missing(because: .noDirectory(child))
                } else {
                    place = child
                    isDirectory = kind == .directory
                }
            } catch {
                if error.errno == EACCES { return .fault(.refused(path: child, errno: EACCES)) }
                guard [ENOENT, ENOTDIR, EINVAL, ENAMETOOLONG].contains(error.errno) else {
                    return .fault(.refused(path: child, errno: error.errno))
                }
                if steps.count == known { add(place, name, isLink: false, isThere: false) }
                return .missing
            }
        }
        // As the kernel has it, a slash at the end asks for a directory.
        if !isDirectory, path.utf8.last == UInt8(ascii: "/") { return missing(because: .noDirectory(place)) }
        return .present(place.isEmpty ? "/" : place)
    }

    private mutating func missing(because fault: PathFault) -> End {
        obstacle = fault
        return .missing
    }

    private mutating func add(_ place: String, _ name: String, isLink: Bool, isThere: Bool) {
        steps.append(
            Step(directory: place.isEmpty ? "/" : place, name: name, isLink: isLink, isThere: isThere))
    }

    /// The components, the first one last.
    private static func names(_ path: String) -> [String] {
        path.split(separator: "/").reversed().compactMap { $0 == "." ? nil : String($0) }
    }
}
