// What is seen of a subject of the device.
import BGRunCalendar

/// What is seen of a ``Subject``: a whole value, never a difference.
package enum Observation: Hashable, Sendable {
    /// Nobody can know, for this reason, in words: "logind is not on the system bus".
    case unknown(String)
    /// Who would tell is not there: "NetworkManager is not on the system bus". Most of what it tells is unknown then, and what
    /// nobody but it brings about is not there either.
    case absent(String)
    case connection(ConnectionReading)
    case idle(IdleReading)
    case locks(LockReading)
    case lid(LidState)
    case powerSaver(PowerSaverReading)
    case pressure(isHigh: Bool)
    /// For each processor, in hundredths.
    case load(Int)
    case temperature(TemperatureReading)
    /// Bytes.
    case freeSpace(Int)
    /// Whether the path, the mount or the device is there.
    case present(Bool)
    /// The answer of a check, with what it died of where it did not hold: "exited with 1".
    case answered(Bool, String)
    /// What came of each requirement that rests on it is known, and not from what: a past that history keeps, or a story.
    /// No tracker tells it.
    case recorded([Requirement: Verdict])

    /// Why nobody can know; nil where somebody told.
    package var whyUnknown: String? {
        switch self {
        case .unknown(let reason), .absent(let reason): reason
        case .recorded: "nothing is recorded of it"
        case _: nil
        }
    }
}

/// Whether somebody uses the machine.
package enum IdleReading: Hashable, Sendable {
    case active
    case idle(since: AwakeTime)
}
