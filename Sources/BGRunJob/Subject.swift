// What is observed of the device for the requirements, and what is seen there.
import BGRunCalendar

/// One thing that is observed while somebody asks for it. Several requirements may rest on one.
package enum Subject: Hashable, Sendable {
    case power
    case network
    /// What NetworkManager says of the connection.
    case connection
    /// Since when nobody has used the machine.
    case idle
    /// Which users' sessions are locked.
    case locks
    case lid
    case powerSaver
    /// Whether something waits for the resource more than so many percent of the time.
    case pressure(PressureResource, percent: Int)
    case load
    case temperature
    case freeSpace(OwnedPath)
    case path(OwnedPath)
    case mount(MountTarget)
    case device(DeviceMatch)
    case check(Check)
}

/// A path as one user sees it: root must not tell others what they can't look at.
package struct OwnedPath: Hashable, Sendable {
    package let path: String
    package let owner: UserID

    package init(path: String, owner: UserID) {
        self.path = path
        self.owner = owner
    }
}

/// A question that a process of the owner's answers.
package struct Check: Hashable, Sendable {
    package enum Question: Hashable, Sendable {
        case command(CommandCheck)
        case reachable(Endpoint)
    }

    package let question: Question
    package let owner: UserID

    package init(_ question: Question, owner: UserID) {
        self.question = question
        self.owner = owner
    }
}

/// What is seen of a ``Subject``: a whole value, never a difference.
package enum Observation: Hashable, Sendable {
    /// Nobody can know, for this reason, in words: "logind is not on the system bus".
    case unknown(String)
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
}

/// What NetworkManager says.
package struct ConnectionReading: Hashable, Sendable {
    /// A web page wants to be answered before anything is let through.
    package var isPortal: Bool
    /// Whether traffic costs money, also where that is guessed; nil where it does not know.
    package var isMetered: Bool?
    /// The wireless networks that are connected, sorted.
    package var ssids: [String]

    package init(isPortal: Bool, isMetered: Bool?, ssids: [String]) {
        self.isPortal = isPortal
        self.isMetered = isMetered
        self.ssids = ssids
    }
}

/// Whether somebody uses the machine.
package enum IdleReading: Hashable, Sendable {
    case active
    case idle(since: AwakeTime)
}

/// The sessions of people, as far as they can be locked.
package struct LockReading: Hashable, Sendable {
    /// Users with a session, and whether all of the user's sessions are locked.
    package var users: [UserID: Bool]

    package init(users: [UserID: Bool]) {
        self.users = users
    }
}

/// The machine's power profile.
package struct PowerSaverReading: Hashable, Sendable {
    package var isOn: Bool
    /// As its component spells it: "power-saver", "balanced".
    package var profile: String

    package init(isOn: Bool, profile: String) {
        self.isOn = isOn
        self.profile = profile
    }
}

/// The hottest thermal zone.
package struct TemperatureReading: Hashable, Sendable {
    /// Degrees Celsius.
    package var degrees: Int
    /// Its type in sysfs: "x86_pkg_temp".
    package var zone: String

    package init(degrees: Int, zone: String) {
        self.degrees = degrees
        self.zone = zone
    }
}
