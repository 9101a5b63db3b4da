// What can go wrong between us and a service on the bus.

/// Why a bus, a service or an answer could not be had.
package enum BusFault: Error, Equatable, Sendable {
    /// No library, no bus, no service, or the connection has gone: why, in plain words.
    case unavailable(String)
    /// The bus or the service is there and has not answered in time: who, in plain words.
    case silent(String)
    /// The service answered with an error: D-Bus's name for it, and its own words.
    case refused(name: String, text: String)
    /// What came has not the form that its interface promises.
    case misunderstood(String)
}

extension BusFault {
    /// The question got no answer to what was asked: too late, or not for us. It says nothing of what was
    /// asked about.
    var isEmpty: Bool {
        switch self {
        case .unavailable, .silent: true
        case .refused(let name, _): Self.emptyAnswers.contains(name)
        case .misunderstood: false
        }
    }

    private static let emptyAnswers: Set<String> = [
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
        "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.AccessDenied",
        "org.freedesktop.DBus.Error.LimitsExceeded",
    ]
}

extension BusFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable(let reason), .silent(let reason): reason
        case .refused(let name, let text): text.isEmpty ? name : "\(text) (\(name))"
        case .misunderstood(let what): what
        }
    }
}
