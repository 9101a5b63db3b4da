// A watch that stands only while somebody asks, and does not let a busy corner of the machine keep the daemon busy.
import BGRunCalendar
import BGRunDevice
import BGRunLinux

/// Makes a watch for the first who asks and lets it go with the last.
final class Lookout<Watch: KernelWatch> {
    private let post: Post
    private let make: () throws(SystemError) -> Watch
    private(set) var watch: Watch?
    private let freshRest: StormRest?
    private var rest: StormRest?

    /// - Parameters:
    ///   - rest: How it rests where it is woken all the time; nil for what can't be.
    ///   - make: Done at each opening.
    init(
        at post: Post, rest: StormRest?, opening make: @autoclosure @escaping () throws(SystemError) -> Watch
    ) {
        self.post = post
        freshRest = rest
        self.rest = rest
        self.make = make
    }

    /// When to call ``resume(at:)``.
    var resumeAt: AwakeTime? { rest?.resumeAt }

    func open() throws(SystemError) -> Watch {
        if let watch { return watch }
        let new = try make()
        try post.watch(new.descriptor)
        watch = new
        return new
    }

    func close() {
        if let watch { post.leave(watch.descriptor) }
        watch = nil
        rest = freshRest
    }

    /// What the watch has to tell; a rest may begin with it.
    func news<Report>(_ take: (Watch) -> [Report]) -> [Report] {
        guard let watch else { return [] }
        let news = take(watch)
        if rest?.begins(after: !news.isEmpty, at: .now) == true { post.leave(watch.descriptor) }
        return news
    }

    /// Listens again where a rest is over; what came meanwhile is told by the queue.
    func resume(at now: AwakeTime) {
        guard rest?.ends(at: now) == true, let watch else { return }
        do throws(SystemError) {
            try post.watch(watch.descriptor)
        } catch {
            rest?.goOn(at: now)
        }
    }
}

/// Decides when to leave news with the kernel for a while.
///
/// A directory, a bus or a list of mounts that is always at work wakes the daemon once in a rest, and not
/// with each of its changes. What wakes it and turns out to be nobody's news is left alone for longer and
/// longer.
struct StormRest {
    private static let shortest = Duration.seconds(1)

    private let longest: Duration
    private var span = StormRest.shortest
    private var lastNews: AwakeTime?
    /// Until then nobody listens; nil while everything is heard at once.
    private(set) var resumeAt: AwakeTime?

    /// - Parameter longest: What is nobody's news is left alone for at most so long.
    init(longest: Duration = .seconds(16)) { self.longest = longest }

    /// To be called after each awakening; whether to stop listening until ``resumeAt``.
    mutating func begins(after isNews: Bool, at now: AwakeTime) -> Bool {
        defer { lastNews = now }
        guard let lastNews, now < lastNews.advanced(by: span * 2) else {
            span = Self.shortest
            return false
        }
        resumeAt = now.advanced(by: span)
        span = isNews ? Self.shortest : min(span * 2, longest)
        return true
    }

    /// Whether the rest is over by now.
    mutating func ends(at now: AwakeTime) -> Bool {
        guard let instant = resumeAt, instant <= now else { return false }
        resumeAt = nil
        return true
    }

    /// Listening could not be taken up again, and is tried once more later.
    mutating func goOn(at now: AwakeTime) { resumeAt = now.advanced(by: longest) }
}
