// Why there is no zone for a name, and what to do about it.
import BGRunCalendar
import BGRunLinux
import Glibc

/// What stands between a zone's name and the zone.
package enum ZoneFileFault: Error, Equatable, Sendable {
    /// No name of a zone looks like this.
    case malformed(name: String)
    /// The machine has no such zone; the nearest one it has.
    case unknown(name: String, nearest: String?)
    /// It is there and can't be used: no regular file, too large, not readable, or a link that leaves the
    /// directory of zones.
    case unusable(name: String, path: String, errno: Int32)
    /// Its bytes are no zone's.
    case damaged(name: String, path: String, ZoneFault)
    /// The machine has no zones at all.
    case noZones(root: String)
}

extension ZoneFileFault: CustomStringConvertible {
    package var description: String { "\(reason): \(advice)" }

    /// What is wrong with the name.
    package var reason: String {
        switch self {
        case .malformed(let name): "\"\(name)\" is no name of a time zone"
        case .unknown(let name, _): "this machine knows no time zone \"\(name)\""
        case .unusable(let name, let path, let errno):
            "the time zone \"\(name)\" can't be read from \(path): \(Self.reason(errno))"
        case .damaged(let name, let path, let fault):
            "the time zone \"\(name)\" can't be used: in \(path), \(fault)"
        case .noZones(let root): "there are no time zones in \(root)"
        }
    }

    /// What to do about it.
    package var advice: String {
        switch self {
        case .malformed, .unknown(_, nil): "write one like \"Europe/Berlin\" or \"UTC\""
        case .unknown(_, let nearest?): "did you mean \"\(nearest)\"?"
        case .unusable, .damaged: "install the package tzdata anew"
        case .noZones: "install the package tzdata"
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
