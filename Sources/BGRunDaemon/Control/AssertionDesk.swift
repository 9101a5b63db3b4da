// Which connection and which process stand for which assertion.
import BGRunJob

/// Those who hold assertions. One is held while its stream is open and its process lives.
struct AssertionDesk {
    struct Holder {
        /// The connection of its stream.
        let stream: UInt64
        let caller: Caller
        /// By which the end of its process is heard.
        let watch: UInt64
    }

    private var holders: [AssertionID: Holder] = [:]
    private var watches: [UInt64: AssertionID] = [:]

    mutating func enter(_ id: AssertionID, _ holder: Holder) {
        holders[id] = holder
        watches[holder.watch] = id
    }

    mutating func leave(_ id: AssertionID) -> Holder? {
        guard let holder = holders.removeValue(forKey: id) else { return nil }
        watches[holder.watch] = nil
        return holder
    }

    func stream(of id: AssertionID) -> UInt64? { holders[id]?.stream }

    /// The connection of the assertion whose process is watched by the token.
    func stream(watchedBy token: UInt64) -> UInt64? { watches[token].flatMap { holders[$0]?.stream } }
}
