// Which connection and which process stand for which host.
import BGRunJob
import BGRunLinux

/// The presence of hosts. A host is there while its stream is open and, for a guest, while its process lives.
struct HostDesk {
    private struct Presence {
        let application: ApplicationID
        /// The connection of its stream.
        let stream: UInt64
        let caller: Caller
        /// By which the end of a guest's process is heard; nil for one that the launcher watches.
        let watch: UInt64?
    }

    private var presences: [HostID: Presence] = [:]
    private var watches: [UInt64: HostID] = [:]
    /// Whose the hosts are that the daemon has started and that are not over.
    private var owners: [HostID: UserID] = [:]
    /// The hosts of runs that have begun and are not closed, as what they write is kept.
    private var hosts: [RunID: HostID] = [:]

    mutating func enter(
        _ host: HostID, of application: ApplicationID, stream: UInt64, _ caller: Caller, watch: UInt64?
    ) {
        presences[host] = Presence(application: application, stream: stream, caller: caller, watch: watch)
        if let watch { watches[watch] = host }
    }

    /// It is not there any more.
    ///
    /// - Returns: Its process, where that was watched.
    mutating func leave(_ host: HostID) -> Caller? {
        guard let presence = presences.removeValue(forKey: host), let watch = presence.watch else {
            return nil
        }
        watches[watch] = nil
        return presence.caller
    }

    mutating func started(_ host: HostID, for owner: UserID) { owners[host] = owner }

    /// Nothing of a started host is left; whose it was.
    mutating func ended(_ host: HostID) -> UserID? { owners.removeValue(forKey: host) }

    mutating func began(_ run: RunID, in host: HostID) { hosts[run] = host }

    func host(of run: RunID) -> HostID? { hosts[run] }

    mutating func closed(_ run: RunID) { hosts[run] = nil }

    func stream(of host: HostID) -> UInt64? { presences[host]?.stream }

    func owner(of host: HostID) -> UserID? { presences[host]?.application.owner }

    /// The host whose process is watched by the token.
    func host(watchedBy token: UInt64) -> HostID? { watches[token] }

    /// Whether the process is the one that has attached as this host.
    func isHost(_ host: HostID, _ caller: Caller?) -> Bool {
        guard let caller, let presence = presences[host] else { return false }
        return presence.caller.isSame(as: caller)
    }

    /// The host that the process is for the application; of several the last to come.
    func host(_ caller: Caller?, of application: ApplicationID) -> HostID? {
        presences.keys.filter { presences[$0]?.application == application && isHost($0, caller) }.max()
    }
}
