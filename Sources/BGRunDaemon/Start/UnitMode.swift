// What the program does when the daemon has started it as the process of a run whose work is a service of systemd.
import BGRunDevice
import BGRunLaunch
import BGRunLinux
import Glibc

/// The mode of bgrund for such runs: `--unit NAME system|user lasting|once GRACE`.
///
/// It is no command for people, so `--help` does not name it, but anyone may use it: it does nothing that `systemctl start`
/// would not. It reads no settings and opens no store. What it prints is the run's output; its exit code is the service's.
struct UnitMode {
    private let order: UnitOrder

    /// - Parameter words: the arguments behind the program's name.
    /// - Returns: nil for other arguments.
    init?(_ words: some Collection<String>) {
        guard words.first == UnitOrder.mode, let order = UnitOrder(words: Array(words.dropFirst())) else {
            return nil
        }
        self.order = order
    }

    /// It lasts as long as the service does. Whether it may have that started is its manager's to say.
    func run() -> Int32 {
        let bus: String? =
            switch order.scope {
            case .system: nil
            case .user: DesktopNotifier.sessionBus
            }
        let output = FileDescriptor(owning: 1)
        func say(_ line: String) {
            // Who reads it may have gone.
            try? output.write(all: Array("\(line)\n".utf8))
        }
        do throws(SystemError) {
            try OwnLimits.lower(.coreSize, to: 0)
            let run = UnitRun(
                order.unit, lasts: order.lasts, grace: order.grace,
                remembering: Machine.environment("BGRUN_STATE_DIRECTORY"))
            return try run.run(at: bus, say)
        } catch {
            say("\(order.unit) was not started: \(error)")
            return UnitRun.notNow
        }
    }
}
