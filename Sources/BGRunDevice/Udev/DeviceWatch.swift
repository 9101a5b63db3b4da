// Whether devices are connected, told by udev.
import BGRunCalendar
import BGRunJob
import BGRunLinux

/// Observes `.device` subjects: each by the devices that have all of its properties.
///
/// An event tells of one device with all its properties, so only that one is looked at. All are listed, one subsystem after
/// the other, when subjects are new, when events were lost, and when the last known device of a subject has gone that had
/// more. There may be tens of thousands of subjects and a thousand devices, so all of this is done a portion at a time.
package final class DeviceWatch: SubjectWatch {
    /// How often a device is compared with a subject's properties at a time.
    private static let portion = 2048
    /// What a device costs that is listed, in such comparisons: files are read for it.
    private static let costOfDevice = 128
    /// Subjects for which all devices are listed once.
    private static let listedAtOnce = 128
    /// Subsystems that the kernel is asked to tell of; beyond that, of all.
    private static let mostFilters = 16
    /// Devices that are remembered as gone. The kernel takes their directories away within milliseconds.
    private static let mostGone = 64

    private let monitor: UdevMonitor
    private var standings: [DeviceMatch: DeviceStanding] = [:]
    /// How many subjects name the subsystem, or none that can be told.
    private var subsystems: [String?: Int] = [:]
    private var heard: Set<String>?
    /// The event in hand, and the subjects that it has not met yet.
    private var sighting: UdevSighting?
    private var round = TargetRound<DeviceMatch>()
    /// Devices that were told to go: their directories go a moment later, and may be listed still.
    private var gone: [String] = []
    /// Subjects for which all devices are to be listed.
    private var unlisted: ArraySlice<DeviceMatch> = []
    private var listing: Listing?

    /// Devices being listed for some subjects.
    private struct Listing {
        var matches: [DeviceMatch]
        var subsystems: ArraySlice<String>
        /// Of the subsystem in hand.
        var devices: ArraySlice<String> = []
        var isWhole = true
    }

    /// Is there while udevd runs: while anybody sends events.
    package static let control = UdevMonitor.Group.control

    package init() throws(SystemError) { monitor = try UdevMonitor(.udev) }

    /// To be watched for reading.
    package var descriptor: Int32 { monitor.number }
    package var isEmpty: Bool { standings.isEmpty }

    /// Nothing is known at once: the devices are listed at the next ``recheck(at:)``.
    package func observe(_ subject: Subject) -> [(Subject, Observation)] {
        if case .device(let match) = subject { follow(match) }
        return []
    }

    package func ignore(_ subject: Subject) -> [(Subject, Observation)] {
        if case .device(let match) = subject { ignore(match) }
        return []
    }

    private func follow(_ match: DeviceMatch) {
        if standings[match] == nil {
            let standing = DeviceStanding(match)
            standings[match] = standing
            round.add(match)
            subsystems[standing.subsystem, default: 0] += 1
            filter()
        }
        list(match)
    }

    private func ignore(_ match: DeviceMatch) {
        guard let standing = standings.removeValue(forKey: match) else { return }
        let count = subsystems[standing.subsystem, default: 1] - 1
        subsystems[standing.subsystem] = count > 0 ? count : nil
        round.compact(to: standings.count) { standings[$0] != nil }
        // Who follows it again begins anew.
        listing?.matches.removeAll { $0 == match }
        filter()
    }

    /// Has the kernel leave out what nobody asks for.
    private func filter() {
        let names: Set<String>? =
            subsystems[nil] == nil && subsystems.count <= Self.mostFilters
            ? Set(subsystems.keys.compactMap(\.self)) : nil
        guard names != heard else { return }
        heard = names
        // Whose coming back was not heard may be there.
        gone = []
        monitor.hear(only: names)
    }

    // MARK: - In portions

    /// Takes a portion of what waits; what has another value by then. What is left is for ``recheck(at:)``.
    package func process() -> [(Subject, Observation)] {
        var left = Self.portion
        var news: [(Subject, Observation)] = []
        // Events first: what is listed after them is as new as they are.
        while left > 0 {
            if let sighting {
                left -= meet(sighting, atMost: left, &news)
                continue
            }
            switch monitor.next() {
            case .device(let next):
                sighting = next
                round.begin()
                note(next)
            case .lost:
                listAll()
                left -= max(1, standings.count)
            case .nothing:
                let cost = listNext(&news)
                if cost == 0 { return news }
                left -= cost
            }
        }
        return news
    }

    package var recheckAt: AwakeTime? {
        sighting == nil && listing == nil && unlisted.isEmpty ? nil : AwakeTime(microseconds: 0)
    }

    package func recheck(at now: AwakeTime) -> [(Subject, Observation)] {
        recheckAt == nil ? [] : process()
    }

    private func note(_ sighting: UdevSighting) {
        gone.removeAll { $0 == sighting.path }
        guard sighting.isGone else { return }
        if gone.count >= Self.mostGone { gone.removeFirst() }
        gone.append(sighting.path)
    }

    /// Compares the device of an event with subjects; gives with how many.
    private func meet(_ sighting: UdevSighting, atMost most: Int, _ news: inout [(Subject, Observation)])
        -> Int
    {
        for count in 0..<most {
            guard let match = round.takeNext() else {
                self.sighting = nil
                return count + 1
            }
            standings[match]?.meet(sighting)
            tell(match, &news)
        }
        return most
    }

    private func tell(_ match: DeviceMatch, _ news: inout [(Subject, Observation)]) {
        guard let standing = standings[match], !standing.isBeingListed else { return }
        guard let value = standing.value else { return list(match) }
        if standing.told == value { return }
        standings[match]?.told = value
        news.append((.device(match), value))
    }

    // MARK: - Listing

    private func list(_ match: DeviceMatch) {
        guard standings[match]?.isBeingListed == false else { return }
        standings[match]?.isBeingListed = true
        unlisted.append(match)
    }

    private func listAll() {
        gone = []
        listing = nil
        unlisted = round.all[...]
        for match in unlisted { standings[match]?.isBeingListed = true }
    }

    /// Lists one device more; gives what that has cost, 0 where nothing is to be listed.
    private func listNext(_ news: inout [(Subject, Observation)]) -> Int {
        guard listing != nil || beginListing() else { return 0 }
        if listing?.matches.isEmpty == true {
            listing = nil
            return 1
        }
        if let path = listing?.devices.popFirst() { return list(deviceAt: path) }
        if let subsystem = listing?.subsystems.popFirst() {
            let devices = UdevMonitor.devices(of: subsystem)
            if devices == nil { listing?.isWhole = false }
            listing?.devices = (devices ?? [])[...]
            return 1 + (devices?.count ?? 0)
        }
        guard let listed = listing.take() else { return 0 }
        return finish(listed, &news)
    }

    private func list(deviceAt path: String) -> Int {
        let matches = listing?.matches ?? []
        monitor.look(at: path) { device in
            let path = device.path
            if gone.contains(path) { return }
            for match in matches where standings[match]?.matches(device) == true {
                standings[match]?.add(path)
            }
        }
        return Self.costOfDevice + matches.count
    }

    /// Whether there is anything to be listed.
    private func beginListing() -> Bool {
        var matches: [DeviceMatch] = []
        while matches.count < Self.listedAtOnce, let match = unlisted.popFirst() {
            if standings[match]?.isBeingListed == true { matches.append(match) }
        }
        if matches.isEmpty { return false }
        for match in matches { standings[match]?.forgetDevices() }
        let named = matches.map { standings[$0]?.subsystem }
        // What a user has named leads nowhere by itself: it may be any text.
        let wanted: Set<String>? = named.contains(nil) ? nil : Set(named.compactMap(\.self))
        let subsystems = UdevMonitor.subsystems()?.filter { wanted?.contains($0) ?? true }
        listing = Listing(
            matches: matches, subsystems: (subsystems ?? [])[...], isWhole: subsystems != nil)
        return true
    }

    private func finish(_ listing: Listing, _ news: inout [(Subject, Observation)]) -> Int {
        for match in listing.matches {
            standings[match]?.isBeingListed = false
            standings[match]?.isUnlisted = !listing.isWhole
            tell(match, &news)
        }
        return 1 + listing.matches.count
    }
}
