// Why there are no bytes for a zone's name, and what to do about it.
import BGRunLinux
import Glibc

/// What stands between a zone's name and its file.
package enum ZoneFileFault: Error, Equatable, Sendable {
    /// No name of a zone looks like this.
    case malformed(name: String)
    /// The machine has no such zone; the nearest one it has.
    case unknown(name: String, nearest: String?)
    /// It is there and can't be used: no regular file, too large, not readable, or a link that leaves the
    /// directory of zones.
    case unusable(name: String, path: String, errno: Int32)
    /// The machine has no zones at all.
    case noZones(root: String)
}

extension ZoneFileFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let name):
            "\"\(name)\" is no name of a time zone: write one like \"Europe/Berlin\" or \"UTC\""
        case .unknown(let name, let nearest?):
            "this machine knows no time zone \"\(name)\": did you mean \"\(nearest)\"?"
        case .unknown(let name, nil):
            "this machine knows no time zone \"\(name)\": write one like \"Europe/Berlin\" or \"UTC\""
        case .unusable(let name, let path, let errno):
            "the time zone \"\(name)\" can't be read from \(path): \(Self.reason(errno))"
        case .noZones(let root):
            "there are no time zones in \(root): install the package tzdata"
        }
    }

    private static func reason(_ errno: Int32) -> String {
        switch errno {
        case EINVAL: "it is no regular file"
        case EXDEV: "it is a link to somewhere else"
        case EFBIG: "it is larger than any time zone"
        default: SystemError.text(of: errno)
        }
    }
}
