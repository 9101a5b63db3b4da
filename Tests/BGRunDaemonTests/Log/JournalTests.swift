// Sentences on their way to systemd's journal.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDaemon

@Suite struct `A sentence for the journal` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    // B-53
    @Test func `has its priority and its fields, and forges none`() throws {
        let reader = try DatagramReader(at: scratch.path("journal"))
        let journal = Journal(isJournald: true, socket: scratch.path("journal"))
        let job = JobID(owner: UserID(1000), identifier: try #require(JobIdentifier("org.example.a")))
        journal.say(.warning, "Run 7 could not be launched: a\nPRIORITY=0\u{1b}[31m", about: job, RunID(7))
        #expect(
            reader.next() == """
                PRIORITY=4
                SYSLOG_IDENTIFIER=bgrund
                MESSAGE=Run 7 could not be launched: a PRIORITY=0 [31m
                BGRUN_JOB=org.example.a
                BGRUN_OWNER=1000
                BGRUN_RUN=7

                """)
    }

    // B-53 B-82
    @Test func `tells of a run that the kernel has killed for want of memory`() throws {
        let reader = try DatagramReader(at: scratch.path("journal"))
        let chronicle = Chronicle(Journal(isJournald: true, socket: scratch.path("journal")), faults: [])
        let job = JobID(owner: UserID(1000), identifier: try #require(JobIdentifier("org.example.a")))
        let instant = WallTime(microseconds: 0)
        var effects = Effects()
        effects.saves = [
            .append(
                .run(
                    HistoryEntry(
                        run: RunID(7), job: job, due: instant, started: instant, ended: instant,
                        outcome: .failed,
                        exit: .signal(9), failure: "killed: out of memory (memoryMax 500M)")))
        ]
        let now = Now(wall: instant, boot: BootTime(microseconds: 0), awake: AwakeTime(microseconds: 0))
        chronicle.tell([Decision(now: now, event: .wokeUp, effects: effects)])
        let words = "ended: failed, signal 9, killed: out of memory (memoryMax 500M)."
        #expect(reader.next()?.contains(words) == true)
    }

    // B-53
    @Test func `waits for no journal that reads nothing`() throws {
        let reader = try DatagramReader(at: scratch.path("journal"))
        let journal = Journal(isJournald: true, socket: scratch.path("journal"))
        for number in 0..<2000 { journal.say(.info, "Sentence \(number).") }
        #expect(reader.next()?.contains("MESSAGE=Sentence 0.") == true)
    }
}

/// A socket that datagrams come to, and nobody reads until a test does.
private final class DatagramReader {
    private let number: Int32

    init(at path: String) throws {
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            for (index, byte) in path.utf8.enumerated() where index < room.count - 1 { room[index] = byte }
        }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(number) }

    func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = recv(number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }
}
