// Follows one device by its properties, as the daemon does.
import BGRunDevice
import BGRunJob
import BGRunLinux
import Glibc

/// Says whether a device with all of the properties, each `KEY=VALUE`, is there, until its input ends.
func followDevices(_ properties: [String]) throws -> Never {
    let match = DeviceMatch(
        properties: properties.map {
            let parts = $0.split(separator: "=", maxSplits: 1)
            return DeviceMatch.Property(name: String(parts[0]), value: String(parts[1]))
        })
    let output = FileDescriptor(owning: STDOUT_FILENO)
    func say(_ occasion: String, _ value: Observation) throws {
        try output.write(all: Array("\(occasion) \(value == .present(true) ? "there" : "gone")\n".utf8))
    }
    let watch = try DeviceWatch()
    _ = watch.observe(.device(match))
    var value = Observation.unknown("not listed yet")
    while watch.recheckAt != nil { value = watch.recheck(at: .now).first?.1 ?? value }
    try say("began", value)
    let queue = try EventQueue()
    try queue.add(watch.descriptor, for: .read, token: 1)
    try queue.add(STDIN_FILENO, for: .read, token: 2)
    var ready: [EventQueue.Ready] = []
    while true {
        try queue.wait(into: &ready)
        for event in ready where event.token == 1 {
            var news = watch.process()
            while watch.recheckAt != nil { news += watch.recheck(at: .now) }
            // An event that changes nothing is told too, so that a test need not wait for silence.
            value = news.last?.1 ?? value
            try say(news.isEmpty ? "same" : "heard", value)
        }
        if ready.contains(where: { $0.token == 2 }) { exit(0) }
    }
}
