// A process of its own that follows power as the daemon does: for tests that emulate sysfs and udev, which has to
// be arranged before a process starts.
import BGRunDevice
import BGRunJob
import BGRunLinux
import Glibc

let tracker = try PowerTracker(root: "/sys", supplies: Policy.Supplies())
let queue = try EventQueue()
let power: UInt64 = 1
let commands: UInt64 = 2
if let descriptor = tracker.descriptor { try queue.add(descriptor, for: .read, token: power) }
try queue.add(STDIN_FILENO, for: .read, token: commands)
setlinebuf(stdout)

func say(_ occasion: String, _ reading: PowerReading) {
    let level = reading.batteryLevel.map(String.init) ?? "-"
    print("\(occasion) \(reading.verdict.rawValue) \(level) \(reading.reason)")
}

say("began", tracker.judgement.reading)
var ready: [EventQueue.Ready] = []
while true {
    try queue.wait(into: &ready)
    for event in ready where event.token == power && tracker.drain() { say("heard", tracker.read()) }
    for event in ready where event.token == commands {
        guard readLine() != nil else { exit(0) }
        say("read", tracker.read())
    }
}
