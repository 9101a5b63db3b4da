// What all requests have: the task they are for, and when it may begin at the earliest.
internal import BGRunJob
public import Foundation

/// A request to run one of the application's tasks once.
///
/// This is the abstract base: make a ``BGAppRefreshTaskRequest``, ``BGProcessingTaskRequest``,
/// ``BGHealthResearchTaskRequest`` or ``BGContinuedProcessingTaskRequest``, and submit it to the ``BGTaskScheduler``. One
/// request is one run; work that is to come again submits anew from its handler. (Apple's contract.)
///
/// A request is a plain value to be filled in and submitted by one thread. What the scheduler got is a copy: changing a
/// request after `submit`, or one out of the list of pending requests, changes nothing.
open class BGTaskRequest: NSObject, NSCopying {
    /// The identifier of the task, as the application's manifest permits it.
    ///
    /// Letters, digits, `.`, `_` and `-`, at most 255 bytes. Submitting any other is
    /// ``BGTaskScheduler/Error/Code/notPermitted``. (The alphabet is ours; Apple has none.)
    public let identifier: String

    /// The task does not begin before this date; nil, which is the default, and a date that has passed mean: at once.
    ///
    /// It is a lower bound and never a promise: the task begins when its conditions hold and its turn has come. It follows
    /// the wall clock, also where somebody sets it. Setting it clears ``earliestBeginInterval``. (Apple's contract; Apple
    /// advises against more than a week, here it may be any date up to the year 9999.)
    open var earliestBeginDate: Date? {
        didSet { if earliestBeginDate != nil { interval = nil } }
    }

    /// The task does not begin before this span after `submit`. **Of bgrun, not of Apple.**
    ///
    /// It counts time in suspend and is untouched by changes of the clock, as a countdown needs it. Nil by default.
    /// Negative spans mean zero; at most 100 years, to the millisecond. Setting it clears ``earliestBeginDate``.
    public var earliestBeginInterval: Duration? {
        get { interval }
        set {
            interval = newValue
            if newValue != nil { earliestBeginDate = nil }
        }
    }
    private var interval: Duration?

    /// Requests are made by their classes.
    @available(*, unavailable, message: "make a request of one of the subclasses, with init(identifier:)")
    public override init() { preconditionFailure("a request without an identifier") }

    init(ofTask identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// A request of the same class with the same values.
    open func copy(with zone: NSZone? = nil) -> Any { blank().taking(from: self) }

    /// A new request of this class for the same task. Each class overrides it.
    func blank() -> BGTaskRequest { BGTaskRequest(ofTask: identifier) }

    /// Takes over the other's values, as far as both classes have them, and gives itself back.
    func taking(from other: BGTaskRequest) -> BGTaskRequest {
        earliestBeginDate = other.earliestBeginDate
        interval = other.interval
        return self
    }

    /// By the class, what kind of task is asked for; nil: none, it is of the base class.
    var kind: TaskRequest.Kind? { nil }

    /// Puts what only this class has into what is sent.
    func describe(in request: inout TaskRequest) {}

    /// Takes what only this class has out of what came.
    func take(from request: TaskRequest) {}

    /// The class, the task and its earliest begin, for people.
    open override var description: String {
        let begin =
            earliestBeginDate.map { ", not before \($0)" } ?? interval.map {
                ", not before \($0) from submission"
            } ?? ""
        return "<\(type(of: self)): \(identifier)\(begin)>"
    }
}
