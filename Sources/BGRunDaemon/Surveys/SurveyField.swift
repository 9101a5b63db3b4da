// What of an owner's paths is followed in the kernel: kept by the daemon, used by one survey after the other.
import BGRunCalendar
import BGRunDevice
import BGRunLinux

/// An inotify queue of the owner's and what surveys remember of it.
///
/// The daemon made both, waits for the queue and never reads it: who has the owner's rights may do to it what they
/// like, and it concerns nobody else.
final class SurveyField {
    private let inotify: Inotify
    private let memory: FileDescriptor
    private let post: Post
    private let freshRest: StormRest
    private var rest: StormRest
    private var isHeard = false
    /// Something was told by the survey under way.
    var hadNews = false
    /// The survey under way was begun for news of this.
    private var isAwakened = false

    init(of user: UInt32, at post: Post, rest: StormRest) throws(SystemError) {
        inotify = try Inotify(of: user)
        memory = try MemoryFile.blank("survey", size: Int64(Survey.mostMemory))
        self.post = post
        freshRest = rest
        self.rest = rest
    }

    deinit { if isHeard { post.leave(inotify.descriptor.rawValue) } }

    var descriptors: [Int32] { [inotify.descriptor.rawValue, memory.rawValue] }
    /// When it is listened to again, where it rests.
    var resumeAt: AwakeTime? { rest.resumeAt }

    /// The queue is readable: nobody listens until a survey has read it.
    func wake() {
        isAwakened = true
        leave()
    }

    /// A survey begins, which reads the queue.
    func begin() {
        hadNews = false
        leave()
    }

    /// It has ended: whoever is woken all the time rests.
    func end(at now: AwakeTime) {
        defer { isAwakened = false }
        if isAwakened, rest.begins(after: hadNews, at: now) { return }
        if rest.resumeAt == nil { listen(at: now) }
    }

    func resume(at now: AwakeTime) { if rest.ends(at: now) { listen(at: now) } }

    private func listen(at now: AwakeTime) {
        guard !isHeard else { return }
        do throws(SystemError) {
            try post.watch(inotify.descriptor.rawValue)
            isHeard = true
        } catch {
            rest.goOn(at: now)
        }
    }

    private func leave() {
        if isHeard { post.leave(inotify.descriptor.rawValue) }
        isHeard = false
    }
}
