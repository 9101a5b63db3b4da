// Since when nobody has used the machine, as logind's sessions tell.

/// What the sessions of people say together.
package enum LogindIdle: Equatable, Sendable {
    /// Somebody is at work, or a program other than ours keeps the machine from being idle.
    case active
    /// The last use was then, in microseconds of the monotonic clock. The next key at one of the terminals ("tty1",
    /// "pts/0") is told by nobody.
    case idle(since: Int64, terminals: [String])
    case unknown(String)
}
