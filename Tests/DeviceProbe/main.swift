// A process of its own that follows power as the daemon does: for tests that emulate sysfs and udev, which has to
// be arranged before a process starts.
import BGRunDevice
import BGRunJob
import BGRunLinux
import Glibc

switch CommandLine.arguments.dropFirst().first {
case "logind": try followLogind(on: CommandLine.arguments.last)
case "lid": try tellLid()
default: break
}

if CommandLine.arguments.dropFirst().first == "device" {
    try followDevices(Array(CommandLine.arguments.dropFirst(2)))
}

let tracker = try PowerTracker(root: "/sys", supplies: Policy.Supplies())
let input = FileDescriptor(owning: STDIN_FILENO)
let output = FileDescriptor(owning: STDOUT_FILENO)
let queue = try EventQueue()
let power: UInt64 = 1
let requests: UInt64 = 2
if let descriptor = tracker.descriptor { try queue.add(descriptor, for: .read, token: power) }
try queue.add(input.rawValue, for: .read, token: requests)

func say(_ occasion: String, _ reading: PowerReading) throws {
    let level = reading.batteryLevel.map { "\($0)" } ?? "-"
    try output.write(all: Array("\(occasion) \(reading.verdict.rawValue) \(level) \(reading.reason)\n".utf8))
}

try say("began", tracker.judgement.reading)
var ready: [EventQueue.Ready] = []
var buffer = [UInt8](repeating: 0, count: 256)
while true {
    try queue.wait(into: &ready)
    for event in ready where event.token == power && tracker.drain() { try say("heard", tracker.read()) }
    for event in ready where event.token == requests {
        if try input.read(into: &buffer) == .endOfFile { exit(0) }
        try say("read", tracker.read())
    }
}
