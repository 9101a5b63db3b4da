// An answer over many jobs or conditions, told piece by piece.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunScheduler
import BGRunWire

/// An answer with lists of which one user may make tens of thousands of elements.
///
/// It is made as far as its client reads it, and not more than ``stretch`` steps at a time; then it is somebody else's turn.
/// Each job and each condition is told as it stands when its turn has come.
struct LongAnswer {
    /// One of the lists.
    enum List {
        case jobs(JobList)
        case conditions(ConditionList)
        case unknown(ConditionList)
        /// The exceptions from "nothing polls" that are armed.
        case wakeups(PolledKinds)
        case texts(ArraySlice<String>)
    }

    /// What comes after it where it is one of a stream.
    enum Stream {
        case status(StatusCall, revision: UInt64)
        case conditions(revision: UInt64)
    }

    /// Most steps look at one condition or job; that takes some microseconds, or half a millisecond for a large job. After
    /// a few of these the client has enough unread.
    static let stretch = 512

    private var reply: JSONObject?
    private let keys: [[String]]
    private var lists: ArraySlice<List>
    let stream: Stream?
    /// What it has told of the device, to know later whether there is anything new.
    private(set) var outline: DeviceOutline?

    /// - Parameters:
    ///   - reply: All else of the answer, with these lists empty.
    ///   - lists: Each with the keys that lead to it, in their order.
    init(_ reply: some WireObject, _ lists: [(keys: [String], list: List)], _ stream: Stream? = nil) {
        self.reply = reply.object
        keys = lists.map(\.keys)
        self.lists = lists.map(\.list)[...]
        self.stream = stream
    }

    /// The device, with all conditions that its reader may see.
    init(_ device: DeviceReport, _ conditions: ConditionList, _ stream: Stream? = nil) {
        self.init(
            ConditionsCall.Reply(device: device), [(["device", "conditions"], .conditions(conditions))],
            stream)
        outline = DeviceOutline(of: device)
    }

    /// About how much memory the lists take.
    var bytes: Int { lists.reduce(0) { $0 + $1.bytes } }

    /// Tells as much as the client takes.
    ///
    /// - Returns: Whether all is told.
    mutating func advance(
        _ conversation: inout Conversation, from desk: Desk, _ scheduler: Scheduler, at now: Now
    ) -> Bool {
        if let reply {
            conversation.begin(reply, listing: keys, isLast: stream == nil)
            self.reply = nil
        }
        for _ in 0..<Self.stretch where conversation.hasRoom {
            guard var list = lists.popFirst() else { return true }
            switch next(of: &list, desk, scheduler, now) {
            case .element(let element): conversation.list(element)
            case .nothing: break
            case .end:
                conversation.endList()
                continue
            }
            lists = [list] + lists
        }
        return lists.isEmpty
    }

    private mutating func next(
        of list: inout List, _ desk: Desk, _ scheduler: Scheduler, _ now: Now
    ) -> ListStep<JSONValue> {
        switch list {
        case .jobs(var jobs):
            let step = jobs.next(in: scheduler)
            list = .jobs(jobs)
            return step.mapped { scheduler.overview(of: $0, at: now).map { JobReport($0, at: now).json } }
        case .conditions(var conditions):
            let step = scheduler.nextCondition(in: &conditions, at: now).mapped { ConditionReport($0) }
            list = .conditions(conditions)
            if case .element(let condition) = step { outline?.add(condition) }
            return step.mapped(\.json)
        case .unknown(var conditions):
            let step = scheduler.nextUnknown(in: &conditions, at: now)
            list = .unknown(conditions)
            return step.mapped {
                UnknownRequirement($0.requirement, reason: $0.reason, jobs: $0.jobs).json
            }
        case .wakeups(var polled):
            let isMore = scheduler.next(in: &polled, at: now)
            list = isMore ? .wakeups(polled) : .texts(desk.wakeups(polled.kinds, scheduler)[...])
            return .nothing
        case .texts(var texts):
            guard let text = texts.popFirst() else { return .end }
            list = .texts(texts)
            return .element(.string(text))
        }
    }
}

extension LongAnswer.List {
    fileprivate var bytes: Int {
        switch self {
        case .jobs(let jobs): jobs.bytes
        case .conditions(let conditions), .unknown(let conditions): conditions.bytes
        case .wakeups, .texts: 0
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
