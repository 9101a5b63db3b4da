// Time zones as a source of events: each is read when the first job names it.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Introduces zones to the scheduler before the first descriptor that needs them, and tells when the machine's own is
/// replaced.
///
/// A named zone is read once in the daemon's life: an update of the tz database counts from the next start. One that is
/// missing is looked for again whenever a descriptor names it.
final class ZoneSource: Source {
    private let files: ZoneFiles
    private let lookout: Lookout<PlaceWatch>
    private let journal: Journal
    /// Zones that the scheduler knows, and those that it knows to be missing.
    private var introduced: Set<String> = []
    private var missing: Set<String> = []
    private var hasIntroducedLocal = false

    init(_ files: ZoneFiles, at post: Post, journal: Journal) {
        self.files = files
        lookout = Lookout(at: post, rest: nil, opening: try PlaceWatch([files.localPath], of: .files))
        self.journal = journal
    }

    /// Why a descriptor can't name this zone; nil where it can.
    static func fault(of name: String, in files: ZoneFiles) -> (reason: String, advice: String)? {
        do throws(ZoneFileFault) {
            _ = try files.zone(named: name)
            return nil
        } catch {
            return (error.reason, error.advice)
        }
    }

    // MARK: - Before an event

    /// What the scheduler has to hear before the event, so that it can plan what the event brings.
    func introductions(before event: Event) -> [Event] {
        // One look for each name, however many jobs of a listing share it: a missing one costs a look through them all.
        var seen: Set<String> = []
        switch event {
        case .submitted(let descriptor, _, _, _): return introductions(for: descriptor, &seen)
        case .submittedTogether(let descriptors, _, _, _):
            return descriptors.flatMap { introductions(for: $0, &seen) }
        case .filesRead(let files, _): return files.flatMap { introductions(for: $0.descriptor, &seen) }
        case .recovered(let recovery):
            // What is over may be run again.
            let all = recovery.jobs.flatMap { [$0.descriptor] + ($0.successor.map { [$0.descriptor] } ?? []) }
            return (all + recovery.ended.map(\.descriptor)).flatMap { introductions(for: $0, &seen) }
        case .manifestsRead, .powerRead, .networkRead, .pressureRead, .observed, .presenceRead, .zoneRead,
            .sleepAnnounced,
            .sleepOver, .loggedIn, .unlocked, .sessionsRead, .pathFound, .pathChanged, .pathMissing,
            .pathUnwatchable,
            .cancelRequested, .purgeRequested, .hookEnded,
            .runRequested, .stopRequested, .simulationRequested, .conditionSimulationRequested,
            .waitRequested, .switchRequested, .requestDropped, .ownerFound, .launched,
            .launchFailed, .mainExited, .exited, .earlierRunsRead, .runSpoke, .permitted, .forbidden,
            .taskSubmitted,
            .taskCancelRequested, .hostStarted, .hostFailed, .hostEnded, .hostAttached, .hostServed,
            .hostLost, .taskBegan, .taskProgressed, .taskEnded, .assertionAsked,
            .assertionEnded, .shutdownAnnounced, .shutdownOver, .wokeUp, .clockChanged, .shutdownRequested,
            .renewalRequested,
            .saved, .kept,
            .notSaved:
            return []
        }
    }

    private func introductions(for descriptor: JobDescriptor, _ seen: inout Set<String>) -> [Event] {
        var events: [Event] = []
        for schedule in descriptor.schedules where schedule.followsLocalClock {
            guard let name = schedule.zoneName else {
                events += introduceLocal()
                continue
            }
            if seen.insert(name).inserted { events += introduce(name) }
        }
        if descriptor.allowedHours != nil { events += introduceLocal() }
        return events
    }

    private func introduce(_ name: String) -> [Event] {
        if introduced.contains(name) { return [] }
        do throws(ZoneFileFault) {
            let zone = try files.zone(named: name)
            introduced.insert(name)
            missing.remove(name)
            return [.zoneRead(name: name, zone)]
        } catch {
            guard missing.insert(name).inserted else { return [] }
            journal.say(.error, "\(error); jobs that name it wait")
            return [.zoneRead(name: name, nil)]
        }
    }

    private func introduceLocal() -> [Event] {
        if hasIntroducedLocal { return [] }
        hasIntroducedLocal = true
        return [.zoneRead(name: nil, local())]
    }

    // MARK: - The machine's own

    /// Begins to watch it, and reads it once more: it may have been replaced since it was introduced.
    func observe() -> [Event] {
        do throws(SystemError) {
            _ = try lookout.open()
        } catch {
            journal.say(.warning, "a change of the machine's time zone goes unseen: \(error)")
        }
        return [.zoneRead(name: nil, local())]
    }

    @discardableResult
    func ignore() -> [Event] {
        lookout.close()
        // Nobody hears of its changes from now on: the next that needs it has it read again.
        hasIntroducedLocal = false
        return []
    }

    func news() -> [Event] { lookout.watch?.drain() == true ? [.zoneRead(name: nil, local())] : [] }

    // MARK: - Reading

    private func local() -> Zone {
        do throws(ZoneFileFault) {
            return try files.local()
        } catch {
            journal.say(.error, "\(error); local times are taken as UTC")
            return .utc
        }
    }
}
