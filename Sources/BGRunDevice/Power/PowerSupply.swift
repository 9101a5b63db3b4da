// One entry of /sys/class/power_supply as plain values.

/// What one supply says of itself. A value the supply does not state, or states in a way that makes no sense,
/// is nil: sysfs text is outside input, and each driver leaves out what it likes.
///
/// The attributes are those of the kernel's `Documentation/ABI/testing/sysfs-class-power`.
struct PowerSupply: Equatable, Sendable {
    /// The text of the `type` attribute, sorted by what the rule asks. The uevent is no substitute: the uevent
    /// of many kernels leaves the type out.
    enum Kind: Equatable, Sendable {
        case battery
        case ups
        case mains
        /// Anything else: the USB kinds, `Wireless`, and what future kernels add. All of them can feed a machine.
        case other(String)

        init(text: String) {
            switch text {
            case "Battery": self = .battery
            case "UPS": self = .ups
            case "Mains": self = .mains
            case _: self = .other(text)
            }
        }

        /// As sysfs spells it.
        var text: String {
            switch self {
            case .battery: "Battery"
            case .ups: "UPS"
            case .mains: "Mains"
            case .other(let text): text
            }
        }
    }

    /// The text of the `status` attribute.
    enum Status: String, Sendable {
        case unknown = "Unknown"
        case charging = "Charging"
        case discharging = "Discharging"
        case notCharging = "Not charging"
        case full = "Full"
    }

    /// Two readings of one store, now and when full, in the same unit; which unit does not matter.
    struct Gauge: Equatable, Sendable {
        var now: Int?
        var full: Int?
    }

    /// The name of its directory: `AC`, `BAT0`, `ucsi-source-psy-USBC000:001`.
    var name: String
    var kind: Kind?
    /// `System`, `Device` or `Unknown`; most drivers leave it out.
    var scope: String?
    /// 0 is off; 1 and, on some chargers, 2 are on.
    var online: Int?
    /// Whether a battery sits in its slot.
    var isPresent: Bool?
    var status: Status?
    /// Percent, as the driver states it.
    var capacity: Int?
    /// In µWh.
    var energy = Gauge()
    /// In µAh.
    var charge = Gauge()
    /// The battery says that it discharges, and that nothing flows: some firmware calls a full battery beside a charger so.
    var isAtRest = false
    /// A USB port that gives power to what is plugged into it, by its Type-C role.
    var isPowerSource = false
    /// Attributes that exist and could not be read or understood, in the order of reading.
    var unreadable: [String] = []
    /// Why nothing of it could be read; nil where something could.
    var fault: String?

    /// It is there, and whether it is a battery can't be read.
    var isUnidentified: Bool { kind == nil && (fault != nil || unreadable.contains("type")) }

    /// Says that power flows in.
    var isOnline: Bool { (online ?? 0) > 0 }
}
