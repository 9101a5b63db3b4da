// Why there is no connection to a bus, and what would bring one.

import BGRunLinux
import Glibc

/// The end of a connection, or of the try to have one.
enum BusLoss: Error, Equatable {
    /// libsystemd is missing or too old: why, in plain words. Nothing brings a bus then.
    case noLibrary(String)
    /// The bus can't be reached.
    case unreachable(errno: Int32)
    /// It could be.
    case gone(errno: Int32)

    /// - Parameter bus: Which one, in words.
    func reason(of bus: String = "the system bus") -> String {
        if isSilence { return "\(bus) does not answer" }
        return switch self {
        case .noLibrary(let text): text
        case .unreachable(let number): "\(bus) can't be reached: \(SystemError.text(of: number))"
        case .gone(let number): "\(bus) has gone: \(SystemError.text(of: number))"
        }
    }

    /// Somebody has the socket and does nothing with it: takes no connection, or says nothing on one.
    var isSilence: Bool {
        switch self {
        case .noLibrary: false
        case .unreachable(let number), .gone(let number): number == EAGAIN || number == ETIMEDOUT
        }
    }

    static let noSocket = BusLoss.unreachable(errno: ENOENT)
    static let closed = BusLoss.gone(errno: ENOTCONN)

    /// Nobody listens at the socket: a bus that comes makes a new one.
    var isAbsence: Bool { hasNoSocket || self == .unreachable(errno: ECONNREFUSED) }
    var hasNoSocket: Bool { self == .noSocket }
}
