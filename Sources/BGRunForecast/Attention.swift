// Whether anybody looked at the machine.

/// Who looked, or why nobody did.
enum Attention: Hashable {
    case looking
    case asleep
    case stopped
    /// bgrund or the machine has ended without a word, at some instant of this time: its last row is all that is
    /// known of it.
    case lost
    /// The clock was too wrong to know when what was seen has happened.
    case clock

    /// The name of the cause of waiting; nil where somebody looked.
    var name: String? {
        switch self {
        case .looking: nil
        case .asleep: "asleep"
        case .stopped, .lost: "stopped"
        case .clock: "clock"
        }
    }

    /// As the subject of a sentence.
    var words: String {
        switch self {
        case .looking: "somebody looked"
        case .asleep: "the machine was asleep"
        case .stopped: "bgrund was not running"
        case .lost: "bgrund or the machine had ended without a word"
        case .clock: "the clock was wrong"
        }
    }
}
