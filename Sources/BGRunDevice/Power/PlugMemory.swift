// Which adapter has just gone offline: what is kept of one reading of the supplies for those that follow.

import BGRunJob

/// The plug that was pulled last, for as long as a battery may not know of it.
///
/// An adapter tells at once that it is offline; the battery's status follows seconds later, and until then its word is
/// of before. So a line supply that was seen online and is offline now, or gone, is remembered. That ends when a
/// battery says that it discharges, since from then on what it says is of now, when a line supply is online, and after
/// ``span``: a battery that still charges then does so beside an adapter that is stuck at 0.
struct PlugMemory {
    static let span = Duration.seconds(30)

    /// The line supplies that were online when they were last heard.
    private var online: Set<String> = []
    private var pull: (name: String, at: Duration)?

    /// The line supply that has just gone offline.
    var pulled: String? { pull?.name }
    /// When it is forgotten, since boot.
    var end: Duration? { pull.map { $0.at + Self.span } }

    /// Takes note of what was read at this instant, since boot.
    mutating func note(_ standings: [SupplyStanding], at instant: Duration) {
        let lines = standings.filter { $0.role == .line || $0.role == .trustedLine }
        // One that can't be read has not said that it is offline.
        let silent = standings.filter { $0.role == .silentLine || $0.role == .unidentified }
        let fed = Set(lines.filter(\.isOnline).map(\.supply.name))
        let unheard = online.intersection(silent.map(\.supply.name))
        if let name = online.subtracting(fed).subtracting(unheard).min() { pull = (name, instant) }
        online = fed.union(unheard)
        if !fed.isEmpty || Witnesses(standings).isDraining || end.map({ $0 <= instant }) ?? false {
            pull = nil
        }
    }
}
