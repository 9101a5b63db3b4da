// An answer over many jobs, conditions or applications, told piece by piece.
import BGRunCalendar
import BGRunForecast
import BGRunJSON
import BGRunJob
import BGRunScheduler
import BGRunWire

/// An answer with lists of which one user may make tens of thousands of elements.
///
/// It is made as far as its client reads it, and not more than ``stretch`` steps at a time; then it is somebody else's turn.
/// Each job and each condition is told as it stands when its turn has come.
///
/// A class, as it goes on in place: a value would be copied with each piece.
final class LongAnswer {
    /// One of the lists.
    enum List {
        case jobs(JobList, Viewer)
        /// Only those that something is wrong with.
        case troubledJobs(JobList, Viewer)
        case conditions(ConditionList)
        case unknown(ConditionList)
        /// The exceptions from "nothing polls" that are armed.
        case wakeups(PolledKinds)
        case texts(ArraySlice<String>)
        case instants(UpcomingList)
        case brokenFiles(ArraySlice<BrokenFile>)
        /// Those that somebody may use whose own they need not be.
        case applications(ArraySlice<ApplicationID>, for: UserID)
        case history(HistoryList)
        case recorded(RecordedConditions)
        case holds(RecordedHolds)
        /// Those that were made, and then jobs that get none.
        case forecasts(ArraySlice<Forecast>, JobList)
    }

    /// What comes after it where it is one of a stream.
    enum Stream {
        case status(StatusCall, revision: UInt64)
        /// With what was told so far, to know later whether there is anything new.
        case conditions(DeviceOutline, revision: UInt64)
    }

    /// Most steps look at one condition or job; that takes some microseconds, or half a millisecond for a large job. After
    /// a few of these the client has enough unread.
    static let stretch = 512

    private var reply: JSONObject?
    private let keys: [[String]]
    /// The one that is under way is the last.
    private var lists: [List]
    private(set) var stream: Stream?

    /// - Parameters:
    ///   - reply: All else of the answer, with these lists empty.
    ///   - lists: Each with the keys that lead to it, in their order.
    init(_ reply: some WireObject, _ lists: [(keys: [String], list: List)], _ stream: Stream? = nil) {
        self.reply = reply.object
        keys = lists.map(\.keys)
        self.lists = lists.map(\.list).reversed()
        self.stream = stream
    }

    /// The device, with all conditions that its reader may see.
    convenience init(_ device: DeviceReport, _ conditions: ConditionList, _ stream: Stream? = nil) {
        self.init(
            ConditionsCall.Reply(device: device), [(["device", "conditions"], .conditions(conditions))],
            stream)
    }

    /// About how much memory the lists take.
    var bytes: Int { lists.reduce(0) { $0 + $1.bytes } }

    /// Tells as much as the client takes.
    ///
    /// - Returns: Whether all is told.
    func advance(
        _ conversation: inout Conversation, from desk: Desk, _ scheduler: Scheduler, at now: Now
    ) -> Bool {
        if let reply {
            conversation.begin(reply, listing: keys, isLast: stream == nil)
            self.reply = nil
        }
        var left = Self.stretch
        while left > 0, conversation.hasRoom {
            left -= lists.last?.cost ?? 1
            let step: ListStep<JSONValue>
            do throws(SchedulerError) {
                step = try next(desk, scheduler, now)
            } catch {
                // Some of it is told already, and half a list must not pass for the whole.
                desk.journal.say(.error, "an answer was broken off: \(error)")
                conversation.drop()
                return true
            }
            switch step {
            case .element(let element): conversation.list(element)
            case .nothing: break
            case .end:
                conversation.endList()
                lists.removeLast()
                if lists.isEmpty { return true }
            }
        }
        return false
    }

    private func next(
        _ desk: Desk, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) -> ListStep<JSONValue> {
        let last = lists.count - 1
        switch lists[last] {
        case .jobs(let jobs, let viewer):
            return jobs.next(in: scheduler).mapped {
                scheduler.overview(of: $0, at: now).flatMap {
                    JobReport($0, shownTo: viewer, at: now, isOnly: jobs.isOne)
                }?.json
            }
        case .troubledJobs(let jobs, let viewer):
            return jobs.next(in: scheduler).mapped { job -> JSONValue? in
                guard let status = scheduler.overview(of: job, at: now), !status.health.troubles.isEmpty
                else { return Optional.none }
                return JobReport(status, shownTo: viewer, at: now)?.json
            }
        case .conditions(var conditions):
            let step = scheduler.nextCondition(in: &conditions, at: now).mapped { ConditionReport($0) }
            lists[last] = .conditions(conditions)
            if case .element(let condition) = step { note(condition) }
            return step.mapped(\.json)
        case .unknown(var conditions):
            let step = scheduler.nextUnknown(in: &conditions, at: now)
            lists[last] = .unknown(conditions)
            return step.mapped {
                UnknownRequirement($0.requirement, reason: $0.reason, jobs: $0.jobs).json
            }
        case .wakeups(var polled):
            let isMore = scheduler.next(in: &polled, at: now)
            lists[last] = isMore ? .wakeups(polled) : .texts(desk.wakeups(polled.kinds, scheduler)[...])
            return .nothing
        case .texts(var texts):
            let text = texts.popFirst()
            lists[last] = .texts(texts)
            return text.map { .element(.string($0)) } ?? .end
        case .instants(var upcoming):
            let instant = upcoming.next()
            lists[last] = .instants(upcoming)
            return instant.map { .element($0.json) } ?? .end
        case .brokenFiles(var files):
            let file = files.popFirst()
            lists[last] = .brokenFiles(files)
            return file.map { .element($0.json) } ?? .end
        case .applications(var applications, let reader):
            guard let application = applications.popFirst() else { return .end }
            lists[last] = .applications(applications, for: reader)
            let report = ApplicationReport(scheduler.status(of: application))
            // What a file permits to everybody is told once, and again for each whom it concerns now.
            return report.owner != nil || application.owner == reader ? .element(report.json) : .nothing
        case .history(var lines):
            // Held once, or what it has read would be copied with each step.
            lists[last] = .texts([])
            defer { lists[last] = .history(lines) }
            return try lines.next(from: desk, scheduler).mapped(\.json)
        case .recorded(var changes):
            lists[last] = .texts([])
            defer { lists[last] = .recorded(changes) }
            return try changes.next(from: desk, scheduler, now).mapped(\.json)
        case .holds(var holds):
            let step = try holds.next(from: desk, scheduler)
            lists[last] = .holds(holds)
            return step.mapped(\.json)
        case .forecasts(var made, let jobs):
            if let forecast = made.popFirst() {
                lists[last] = .forecasts(made, jobs)
                return .element(forecast.json)
            }
            return jobs.next(in: scheduler).mapped {
                scheduler.overview(of: $0, at: now).map { desk.noForecast(of: $0).json }
            }
        }
    }
}

extension LongAnswer {
    private func note(_ condition: ConditionReport) {
        guard case .conditions(var outline, let revision)? = stream else { return }
        outline.add(condition)
        stream = .conditions(outline, revision: revision)
    }
}

extension LongAnswer.List {
    fileprivate var bytes: Int {
        switch self {
        case .jobs(let jobs, _), .troubledJobs(let jobs, _): jobs.bytes
        case .conditions(let conditions), .unknown(let conditions): conditions.bytes
        case .forecasts(_, let jobs): jobs.bytes
        case .recorded(let changes): changes.bytes
        case .holds(let holds): holds.bytes
        case .texts(let texts): texts.count * Self.textBytes
        case .applications(let applications, _): applications.count * MemoryLayout<ApplicationID>.stride
        case .wakeups, .instants, .brokenFiles, .history: 0
        }
    }

    /// About what a text takes: a job's name mostly.
    private static let textBytes = 64

    /// What a step through it takes, where most take one.
    fileprivate var cost: Int {
        switch self {
        case .jobs, .troubledJobs, .conditions, .unknown, .wakeups, .texts, .brokenFiles, .applications,
            .history,
            .forecasts:
            1
        case .instants(let upcoming): upcoming.cost
        case .recorded(let changes): changes.cost
        case .holds(let holds): holds.cost
        }
    }
}

extension ListStep {
    /// Nothing where the element has nothing to show.
    fileprivate func mapped<Value>(_ value: (Element) -> Value?) -> ListStep<Value> {
        switch self {
        case .element(let element): value(element).map { .element($0) } ?? .nothing
        case .nothing: .nothing
        case .end: .end
        }
    }
}
