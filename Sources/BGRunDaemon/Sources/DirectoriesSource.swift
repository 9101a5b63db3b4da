// The directories of jobs and of applications as a source of events.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Joins the reading of the directories with the watch over them.
///
/// SIGHUP has them read too: a change that could not be watched is only late.
final class DirectoriesSource: Source {
    /// How soon files that were half written are looked at again.
    private static let rereadDelay = Duration.seconds(1)
    /// A burst of changes (a package that is unpacked) is read when it is over, or this often.
    private static let shortestInterval = Duration.milliseconds(200)

    /// Who makes directories without end is heard again by their watch.
    private static let rounds = 3

    /// In the order in which they are read.
    private let directories: [any ListedDirectories]
    private let watch: PlaceWatch
    private(set) var attendAt: AwakeTime?
    private var lastRead: AwakeTime?

    /// Begins to watch; nothing is read yet.
    init(_ directories: [any ListedDirectories]) throws(SystemError) {
        self.directories = directories
        watch = try PlaceWatch(
            directories.flatMap(\.places), of: .directories(ofNamesEnding: [".json", ".d"]))
    }

    var descriptor: Int32 { watch.descriptor }

    func news() -> [Event] {
        guard watch.drain() else { return [] }
        if let again = lastRead?.advanced(by: Self.shortestInterval), AwakeTime.now < again {
            attendAt = min(attendAt ?? again, again)
            return []
        }
        return read()
    }

    /// Reads everything as it is now, without waiting for files that are being written.
    func readAtOnce() -> [Event] { readingAll { directories.map { $0.readAtOnce() } } }

    func read() -> [Event] {
        lastRead = .now
        let events = readingAll { directories.compactMap { $0.read() } }
        attendAt =
            events.count == directories.count ? nil : AwakeTime.now.advanced(by: Self.rereadDelay)
        return events
    }

    /// Reads, and once more where a reading has found directories that were not watched: what has changed in them meanwhile
    /// is told by nobody.
    private func readingAll(_ read: () -> [Event]) -> [Event] {
        var events = read()
        for _ in 0..<Self.rounds where watch.watch(directories.flatMap(\.places)) { events = read() }
        return events
    }

    func attend(at now: AwakeTime) -> [Event] { read() }
}
