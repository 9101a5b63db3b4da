// Where the lid's switch stands, told by a process that emulated devices are arranged for before it starts.
import BGRunDevice
import BGRunLinux
import Glibc

/// Says in one line what the tracker of the lid publishes first, without a bus.
func tellLid() throws -> Never {
    let tracker = PropertyTracker.lid(try SystemBus(address: "unix:path=/nonexistent"), in: try EventQueue())
    tracker.observe()
    print(tracker.takeObservation().map { "\($0)" } ?? "nothing")
    exit(0)
}
