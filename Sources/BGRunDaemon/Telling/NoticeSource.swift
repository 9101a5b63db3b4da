// Tells a job's owner what nobody asked for: in the journal, and on the owner's desktop.
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunLinux

/// Writes each notice to the journal and starts an errand that shows it.
///
/// Root has no desktop: what is to be known of root's jobs comes to those of administrators who are logged in, in outline and
/// without a choice. Where a reader has no session bus, or nothing on it that shows notifications, the journal alone has it.
final class NoticeSource {
    /// How many are on their way at once, and beyond them one of each owner who has no other. Who has one makes room with
    /// their own: a desktop that does not answer keeps nobody else from being told, and takes no places of checks.
    private let mostAtOnce: Int

    private let launcher: Launcher
    private let journal: Journal
    private let daemonUser: UserID
    private let zones: ZoneFiles
    private let usesDesktop: Bool
    private let administrators: Administrators
    /// Where bgrun reaches this daemon, for what is chosen.
    private let socket: String
    /// Those under way, oldest first.
    private var errands: [ErrandID] = []

    /// - Parameter usesDesktop: Whether a notice is shown beside its line in the journal.
    init(
        _ launcher: Launcher, journal: Journal, daemonUser: UserID, socket: String, usesDesktop: Bool = true,
        mostAtOnce: Int = 6, administrators: Administrators = Administrators(groups: []),
        zones: ZoneFiles = ZoneFiles()
    ) {
        self.launcher = launcher
        self.journal = journal
        self.daemonUser = daemonUser
        self.socket = socket
        self.mostAtOnce = mostAtOnce
        self.administrators = administrators
        self.zones = zones
        self.usesDesktop = usesDesktop
    }

    func tell(_ notice: Notice) {
        let text = NoticeText(notice, in: try? zones.local())
        if let line = text.line { journal.say(.warning, line) }
        if !usesDesktop { return }
        guard notice.job.owner == .root else {
            return show(
                NoticeErrand(text.notification, of: notice.job.identifier, offering: text.actions),
                to: notice.job.owner)
        }
        let outline = NoticeErrand(NoticeText(notice.outline, in: try? zones.local()).notification)
        for reader in administrators.loggedIn() { show(outline, to: reader) }
    }

    private func show(_ errand: NoticeErrand, to reader: UserID) {
        if errands.count >= mostAtOnce, let oldest = errands.firstIndex(where: { $0.owner == reader }) {
            launcher.endErrand(errands.remove(at: oldest))
        }
        let process = Errand(
            .ourselves(ErrandMode.notify.arguments), for: reader, input: errand.bytes,
            environment: sessionBus(of: reader).merging(["BGRUN_SOCKET": socket]) { $1 })
        if let id = try? launcher.start(process) { errands.append(id) }
    }

    /// An errand has ended, of whatever kind.
    func ended(_ errand: ErrandID) { errands.removeAll { $0 == errand } }

    /// A user's own daemon knows where their bus is, also where that is not the usual place.
    private func sessionBus(of owner: UserID) -> [String: String] {
        let name = "DBUS_SESSION_BUS_ADDRESS"
        guard owner == daemonUser, let address = Machine.environment(name) else { return [:] }
        return [name: address]
    }
}
