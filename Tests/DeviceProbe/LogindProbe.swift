// All that is told on the system bus followed by a process that does nothing else, so that its threads, memory and wake-ups can be counted.
import BGRunJob
import BGRunDevice
import BGRunLinux
import Glibc

/// Follows logind, the lid and the power profile on the bus of that address and says each fact in a line. Each line on standard input is a command:
///
///     follow      everything is asked for
///     leave       nothing is
///     figures     threads, voluntary context switches, KiB of anonymous memory, KiB resident
func followLogind(on address: String?) throws -> Never {
    let bus = try SystemBus(address: address)
    let logind = Logind(bus)
    let input = FileDescriptor(owning: STDIN_FILENO)
    let queue = try EventQueue()
    let idle = IdleTracker(logind, in: queue)
    let others: [any SubjectTracker] = [
        PropertyTracker.lid(bus, in: queue), PropertyTracker.powerSaver(bus, in: queue),
    ]
    let trackers = [idle] + others
    try queue.add(bus.descriptor, for: .read, token: 1)
    try queue.add(input.rawValue, for: .read, token: 2)
    var ready: [EventQueue.Ready] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
        for fact in logind.takeFacts() {
            if case .idle(let word) = fact { idle.hear(word) }
            try tell("\(fact)")
        }
        for tracker in trackers {
            tracker.process()
            if let value = tracker.takeObservation() { try tell("\(value)") }
        }
        let left = bus.deadline.map { max($0 - Clock.read(.monotonic), 0) / 1000 + 1 }
        try queue.wait(into: &ready, timeout: left.map { Int32(clamping: $0) })
        bus.process()
        guard ready.contains(where: { $0.token == 2 }) else { continue }
        guard case .bytes(let count) = try input.read(into: &buffer) else { exit(0) }
        for command in String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n") {
            if command == "figures" {
                try tell(try figures())
            } else {
                follow(logind, command == "follow")
                for tracker in trackers {
                    if command == "follow" { tracker.observe() } else { tracker.ignore() }
                }
            }
        }
    }
}

private func tell(_ text: String) throws {
    let bytes = Array("\(text)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}

private func follow(_ logind: Logind, _ isWanted: Bool) {
    logind.observesSleep = isWanted
    logind.observesSessions = isWanted
    logind.observesLocks = isWanted
    logind.hold(isWanted ? Inhibition(sleepAndIdle: true, lidSwitch: true, why: "a probe") : .none)
}

private func figures() throws -> String {
    Heap.trim()
    let status = try field("/proc/self/status", ["Threads", "voluntary_ctxt_switches"])
    let memory = try field("/proc/self/smaps_rollup", ["Anonymous", "Rss"])
    return (status + memory).map(String.init).joined(separator: " ")
}

private func field(_ path: String, _ names: [String]) throws -> [Int] {
    let file = FileDescriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
    let text = String(decoding: try file.readToEnd(limit: 65_536), as: UTF8.self)
    return names.map { name in
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
        return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
}
