// How busy the machine is, read when the scheduler asks.
import BGRunDevice
import BGRunJob
import BGRunScheduler

/// Turns a look at the kernel's pressure figures into an event.
struct PressureSource {
    func read() -> Event { .pressureRead(.read()) }
}
