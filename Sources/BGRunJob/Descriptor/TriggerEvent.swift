// The events that make jobs due.
import BGRunCalendar

/// A change of the device that makes a job due.
package enum TriggerEvent: Hashable, Sendable {
    case named(Name)
    /// The machine woke up, and had slept for at least so long.
    case wakeAfter(Duration)
    /// A device with these properties came, and has settled.
    case device(DeviceMatch)
    /// The file system was mounted, and has settled.
    case mount(MountTarget)

    /// What is written at `event`; the raw value is its spelling everywhere.
    package enum Name: String, CaseIterable, Sendable {
        /// The machine was started. Once for each boot, and not when the daemon alone was restarted.
        case boot
        /// The machine woke up from sleep.
        case wake
        /// External power came, and has settled.
        case externalPower
        /// External power went, and has stayed away for the settle time.
        case batteryPower
        /// A network came, and has settled.
        case network
        /// The owner's first session began; for root anybody's.
        case login
        /// The owner's session was unlocked; for root anybody's.
        case unlock
    }

    package static let boot = TriggerEvent.named(.boot)
    package static let wake = TriggerEvent.named(.wake)
    package static let login = TriggerEvent.named(.login)
    package static let unlock = TriggerEvent.named(.unlock)

    /// Whether sessions tell of it.
    package var isOfSessions: Bool {
        switch self {
        case .named(.login), .named(.unlock): true
        case .named(.boot), .named(.wake), .named(.externalPower), .named(.batteryPower), .named(.network),
            .wakeAfter, .device, .mount:
            false
        }
    }

    /// The requirement whose gain it is; nil where it is no requirement's.
    package var requirement: Requirement? {
        switch self {
        case .named(.externalPower): .externalPower
        case .named(.batteryPower): .not(.externalPower)
        case .named(.network): .network
        case .device(let match): .device(match)
        case .mount(let target): .mounted(target)
        case .named(.boot), .named(.wake), .named(.login), .named(.unlock), .wakeAfter: nil
        }
    }

    /// The event that the gain of a requirement is; nil where no job can wait for that.
    package init?(gainOf requirement: Requirement) {
        if case .device(let match) = requirement {
            self = .device(match)
        } else if case .mounted(let target) = requirement {
            self = .mount(target)
        } else {
            let events = Name.allCases.map { TriggerEvent.named($0) }
            guard let event = events.first(where: { $0.requirement == requirement }) else { return nil }
            self = event
        }
    }

    /// In a sentence: "waits for the machine to wake up".
    package var words: String {
        switch self {
        case .named(.boot): "the next boot"
        case .named(.wake): "the machine to wake up"
        case .wakeAfter(let span): "the machine to wake up after \(span.text) of sleep or more"
        case .named(.externalPower): "external power to come"
        case .named(.batteryPower): "external power to go"
        case .named(.network): "a network to come"
        case .named(.login): "its owner to log in"
        case .named(.unlock): "its owner to unlock the screen"
        case .device(let match): "the device \(match.text) to come"
        case .mount(let target):
            target.words(
                { "a file system to be mounted at \($0)" }, { "the file system \($0) to be mounted" })
        }
    }
}
