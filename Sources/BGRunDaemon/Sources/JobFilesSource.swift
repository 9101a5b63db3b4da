// The jobs directories as a source of events.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Joins the reading of the directories with the watch over them.
final class JobFilesSource {
    /// How soon files that were half written are looked at again.
    private static let settlingDelay = Duration.seconds(1)

    let directories: JobsDirectories
    private var watch: DirectoryWatch
    private(set) var rereadAt: AwakeTime?

    /// Begins to watch; nothing is read yet.
    init(_ directories: JobsDirectories) throws(SystemError) {
        self.directories = directories
        watch = try DirectoryWatch(directories.paths)
    }

    var descriptor: Int32 { watch.descriptor }

    /// The descriptor is readable. A burst of changes is one listing.
    func news() -> Event? { watch.drain() ? read() : nil }

    func read() -> Event? {
        switch directories.read() {
        case .listing(let files, let unreadable):
            rereadAt = nil
            return .filesRead(files, unreadable: unreadable)
        case .unsettled:
            rereadAt = Now.read().awake.advanced(by: Self.settlingDelay)
            return nil
        }
    }

    func reread(at now: Now) -> Event? {
        guard let instant = rereadAt, instant <= now.awake else { return nil }
        return read()
    }
}
