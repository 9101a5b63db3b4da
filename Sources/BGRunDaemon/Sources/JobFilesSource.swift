// The jobs directories as a source of events.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Joins the reading of the directories with the watch over them.
final class JobFilesSource {
    /// How soon files that were half written are looked at again.
    private static let settlingDelay = Duration.seconds(1)
    /// A burst of changes (a package that is unpacked) is read when it is over, or this often.
    private static let shortestInterval = Duration.milliseconds(200)

    let directories: JobsDirectories
    private var watch: DirectoryWatch
    private(set) var rereadAt: AwakeTime?
    private var lastRead: AwakeTime?

    /// Begins to watch; nothing is read yet.
    init(_ directories: JobsDirectories) throws(SystemError) {
        self.directories = directories
        watch = try DirectoryWatch(directories.paths)
    }

    var descriptor: Int32 { watch.descriptor }

    /// The descriptor is readable.
    func news() -> Event? {
        guard watch.drain() else { return nil }
        if let again = lastRead?.advanced(by: Self.shortestInterval), Now.read().awake < again {
            rereadAt = min(rereadAt ?? again, again)
            return nil
        }
        return read()
    }

    func read() -> Event? {
        lastRead = Now.read().awake
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
