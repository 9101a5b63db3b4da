// A real network in a name space, the real rule, the real scheduler, and a time that only the test moves.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Testing

/// A job that runs and needs a network, jobs that come due while the network changes, and what becomes of them.
struct NetworkLife {
    private var scheduler = Scheduler(policy: Policy())
    private var now = Now(
        wall: WallTime(microseconds: 1_795_168_800_000_000), boot: BootTime(microseconds: 3_600_000_000),
        awake: AwakeTime(microseconds: 3_600_000_000))
    private let tracker: NetworkTracker
    private var published: NetworkReading
    private var isOnline = false
    private var request: UInt64 = 0
    /// The run of the job that goes on and on.
    private(set) var run: RunID?
    /// How often it was told to end.
    private(set) var interruptions = 0
    /// Jobs that came due and have not run.
    private(set) var waiting: Set<JobIdentifier> = []
    /// Jobs that were started while there was no network.
    private(set) var startedIntoNothing: [JobIdentifier] = []

    /// Waits until there is a network in the name space of this thread, and has the job that runs started.
    init() throws {
        tracker = try NetworkTracker()
        published = tracker.judgement.reading
        turn([
            .recovered(Recovery(jobs: [])), .filesRead([], unreadable: []), .networkRead(published),
        ])
        try becomes(online: true)
        submit("backup")
        move(by: .seconds(60))
        try #require(run != nil, "there is a network: \(published)")
    }

    /// What the kernel is told has become of the network once the verdict is `online`; a job comes due then, and time goes
    /// on.
    mutating func play(_ step: NetworkStep, named name: String) throws {
        if !step.commands.isEmpty { try ip(step.commands) }
        try becomes(online: step.isOnline)
        submit(name)
        move(by: step.duration)
    }

    /// Takes every reading, as the daemon's loop does, until the verdict is the one that is told; it fails where that does
    /// not come within thirty seconds.
    private mutating func becomes(online: Bool) throws {
        let deadline = Clock.read(.monotonic) + 30_000_000
        repeat {
            while true {
                let found = tracker.drain()
                if found.isEmpty { break }
                if found.hasNews { tracker.read() }
            }
            let reading = tracker.judgement.reading
            isOnline = reading.verdict == .yes
            if reading != published {
                published = reading
                turn([.networkRead(reading)])
            }
            if isOnline == online { return }
        } while try Readiness.wait(for: tracker.descriptor, to: .read, until: deadline)
        Issue.record("the network is not \(online ? "there" : "away"): \(tracker.judgement)")
    }

    private mutating func submit(_ name: String) {
        let json = #"{"identifier": "\#(name)", "command": ["true"], "requiresNetwork": true}"#
        guard let descriptor = try? JobDescriptor(json: Array(json.utf8)) else {
            Issue.record("\(json) is no descriptor")
            return
        }
        request += 1
        waiting.insert(descriptor.identifier)
        let requester = Requester(request: RequestID(request), user: .root)
        turn([.submitted(descriptor, requester, owner: .root)])
    }

    private mutating func move(by span: Duration) {
        let end = now.awake.advanced(by: span)
        while let left = scheduler.nextWakeup(at: now)?.moment.left(at: now),
            now.awake.advanced(by: left) <= end
        {
            pass(max(left, .zero))
            turn([.wokeUp])
        }
        pass(now.awake.duration(to: end))
    }

    private mutating func pass(_ span: Duration) {
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        now.awake = now.awake.advanced(by: span)
    }

    /// One turn of the daemon's loop. The backup runs until it is told to end; every other job is over at once.
    private mutating func turn(_ first: [Event]) {
        var events = first
        while !events.isEmpty {
            var effects = Effects()
            for event in events { effects.append(scheduler.handle(event, at: now)) }
            events = effects.saves.isEmpty ? [] : [.saved]
            for case .signal(let run, .terminate) in effects.stops where run == self.run {
                self.run = nil
                interruptions += 1
                events.append(.exited(run, .signal(15), ResourceUsage()))
            }
            if effects.stops.contains(.readPressure) {
                events.append(.pressureRead(PressureReading(cpu: 0, io: 0)))
            }
            for case .launch(let order) in effects.promises {
                let name = order.descriptor.identifier
                waiting.remove(name)
                if !isOnline { startedIntoNothing.append(name) }
                events.append(.launched(order.run, process: 1))
                if name.text == "backup" {
                    run = order.run
                } else {
                    events.append(.exited(order.run, .code(0), ResourceUsage()))
                }
            }
            for case .observe(.subject(.connection)) in effects.wishes {
                events.append(.observed(.connection, .absent("NetworkManager is not on the system bus")))
            }
        }
    }
}
