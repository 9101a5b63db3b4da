// A laptop's life in virtual time: one seed, the real scheduler, and everything around it simulated.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunTestSupport

/// A job that nothing but requirements has held back since an instant.
struct Freedom {
    let since: AwakeTime
    let accepted: WallTime
}

/// The world around the scheduler. Time moves to whatever comes next: a wake-up the scheduler asked for, a
/// process that ends, a sleep that begins, or something that happens to the machine.
///
/// A class, since a value of so many fields is copied by each closure that asks it something.
final class World {
    struct Broken: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    var dice: SeededGenerator
    let disk: any Disk
    var scheduler: Scheduler
    var policy: Policy
    var now: Now
    let zones: ZoneShelf

    // The machine.
    var processes: [RunID: Process] = [:]
    var device = Device()
    /// Processes that answer questions.
    var inquiries: [Check: Inquiry] = [:]
    /// When hosts have failed to answer last.
    var failedHosts: [Check: AwakeTime] = [:]
    /// When those were asked that never answered.
    var stuckHosts: [Check: AwakeTime] = [:]
    /// What is asked is not answered.
    var areChecksStuck = false
    /// One at a time for each owner.
    var hooks: [UserID: CalledHook] = [:]
    /// No look before this has told anything for sure.
    var lookedAtFrom = AwakeTime(microseconds: 0)
    var pressure = PressureReading(cpu: 300, io: 100)
    /// How long processes work, in seconds, if nobody ends them.
    var workingTimes: ClosedRange<Int64> = 1...2000
    /// Each launch succeeds.
    var isLaunching = false
    var localZone = "Europe/Berlin"
    var files: [JobID: JobDescriptor] = [:]
    var applications = ToyApplications()
    var sleep: AnnouncedSleep?
    /// The scheduler has asked for the machine to be put to sleep.
    var isSuspendAsked = false
    /// How far the wall clock is from what it should show; mended some time later.
    var clockFault: Duration?

    // The daemon around the scheduler.
    /// It was told to leave, and it has left.
    var isShuttingDown = false
    var hasExited = false
    var requests: UInt64 = 0
    var pending: [Event] = []
    var introduced: Set<String?> = []
    var observed: Set<Interest> = []
    var held = Inhibition.none
    var alarm: Wakeup?
    /// What has happened, in the notation of the decision log.
    var log: [String] = []

    var memory = Memory()
    var sightings: Sightings
    /// Whether any job minds others, as of a turn: it is asked for each of a thousand.
    var order = (turn: -1, isMinded: false)
    /// Jobs that nothing but requirements keeps from starting, and since when.
    var freeSince: [JobID: Freedom] = [:]
    var counts: [String: Int] = [:]

    init(seed: UInt64, disk: any Disk, policy: Policy? = nil) throws {
        dice = SeededGenerator(seed: seed)
        self.disk = disk
        zones = try ZoneShelf()
        self.policy = policy ?? Policy()
        if policy == nil {
            self.policy.pendingPerOwner = 10
            self.policy.applications.pendingProcessing = 2
            self.policy.freezeLimit = .seconds(900)
            self.policy.warnAfter = .seconds(2 * 86_400)
        }
        self.policy.onlineCheck = OnlineCheck(
            endpoint: Endpoint(host: "check", port: 80), path: "/", answer: "")
        sightings = Sightings(policy: self.policy)
        // Weeks before the autumn's clock change in Europe and America, and the spring's on Lord Howe.
        let start: Int64 = 1_790_000_000_000_000
        now = Now(
            wall: WallTime(microseconds: start), boot: BootTime(microseconds: 60_000_000),
            awake: AwakeTime(microseconds: 60_000_000))
        scheduler = Scheduler(policy: self.policy, seed: seed)
        for name in ToyApplications.names.prefix(2) { bringManifest(of: name) }
        try startDaemon()
    }

    // MARK: - Time

    /// What comes next.
    private enum Next {
        case wakeup
        case exit(RunID)
        case answer(Check)
        case sleep
        case toy(Int32)
        case hook(UserID)
        case happening
    }

    /// Lets one thing happen, and everything that follows from it at once.
    func live() throws {
        let isLong = Int.random(in: 0..<7, using: &dice) == 0
        let pause = Duration.milliseconds(Int64.random(in: 1...(isLong ? 7_200_000 : 90_000), using: &dice))
        try live(upTo: pause) { world throws in try world.happen() }
    }

    /// Lets one thing happen: the next that is to come within the span, or else what `happening` does after it.
    func live(upTo span: Duration, _ happening: (World) throws -> Void) throws {
        var candidates: [(Duration, Next)] = [(span, .happening)]
        if let sleep { candidates.append((now.awake.duration(to: sleep.goesAt), .sleep)) }
        if let toy = applications.next {
            candidates.append((now.awake.duration(to: toy.at), .toy(toy.process)))
        }
        let exits = processes.filter { $0.value.frozenAt == nil && $0.value.host == nil }
        if let exit = exits.min(by: { ($0.value.endsAt, $0.key) < ($1.value.endsAt, $1.key) }) {
            candidates.append((now.awake.duration(to: exit.value.endsAt), .exit(exit.key)))
        }
        let answers = inquiries.compactMap { check, inquiry in inquiry.ends.map { ($0, check) } }
        if let first = answers.min(by: { $0.0 < $1.0 || $0.0 == $1.0 && $0.1.order < $1.1.order }) {
            candidates.append((now.awake.duration(to: first.0), .answer(first.1)))
        }
        if let hook = nextHook { candidates.append((now.awake.duration(to: hook.at), .hook(hook.owner))) }
        let wakeup = scheduler.nextWakeup(at: now)
        if let wakeup {
            candidates.append((wakeup.moment.left(at: now), .wakeup))
        }
        // Of what comes at once the last one counts: what the scheduler has asked for.
        guard let (left, next) = candidates.reversed().min(by: { $0.0 < $1.0 }) else { return }
        pass(max(left, .zero))
        switch next {
        case .wakeup:
            counts["wake-ups", default: 0] += 1
            if let wakeup { try expectReason(for: wakeup) }
            // Its tasks wait for what they need from now on.
            if case .hostStarts = wakeup?.reason { memory.lastDue = now.awake }
            try turn([.wokeUp])
            try expectProgress()
        case .exit(let run): try end(run)
        case .answer(let check): try answer(check)
        case .sleep: try fallAsleep()
        case .toy(let process): try act(process)
        case .hook(let owner): try hookEnds(of: owner)
        case .happening: try happening(self)
        }
    }

    private func end(_ run: RunID) throws {
        guard var process = processes.removeValue(forKey: run) else { return }
        guard let rest = process.rest, !process.isKilled, !process.isMainGone, process.status != .lost else {
            try turn([.exited(run, process.status, ResourceUsage())])
            return
        }
        counts["left something behind", default: 0] += 1
        process.isMainGone = true
        let isEnding = process.wasTold && !process.ignoresTerminate
        process.endsAt = now.awake.advanced(by: isEnding ? .milliseconds(300) : rest)
        processes[run] = process
        memory.mainExits[run] = process.wasTold || process.hasOwnCodes ? nil : process.status
        try turn([.mainExited(run, process.status)])
    }

    func pass(_ span: Duration) {
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        now.awake = now.awake.advanced(by: span)
    }

    /// A wake-up that leads to the same wake-up would spin.
    private func expectProgress() throws {
        guard !hasExited, let wakeup = scheduler.nextWakeup(at: now), wakeup.moment.left(at: now) <= .zero
        else {
            return
        }
        throw Broken("woke up for \(wakeup.reason.notation), and wants to be woken for it at once")
    }
}
