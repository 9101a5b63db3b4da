// How we are doing, told to whoever started us.
import BGRunCalendar
import BGRunLinux

/// The protocol of sd_notify(3), where the starter asked for it.
struct Starter: Sendable {
    private let address = Machine.environment("NOTIFY_SOCKET")

    func ready(_ status: String) { send("READY=1\nSTATUS=\(status)") }
    /// The next program of this process says when it is ready.
    func reloading() {
        send(
            "RELOADING=1\nMONOTONIC_USEC=\(Now.read().awake.microseconds)\nSTATUS=Going on as the installed program"
        )
    }

    /// Everybody may read how we are, so it names nobody's job.
    func waitingToReload() {
        send("STATUS=Waiting to go on as the installed program; the journal says for what")
    }

    func stopping() { send("STOPPING=1\nSTATUS=Ending runs") }

    /// A starter that does not listen is its own business.
    private func send(_ message: String) {
        guard let address else { return }
        try? ServiceNotification.send(message, to: address)
    }
}
