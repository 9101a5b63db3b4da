// The descriptors of jobs.d and the samples, read by a careful reader in zones whose clocks change at unusual hours.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import Testing

@Suite struct `The descriptors that are shipped` {
    /// Clocks change at two, at one, at three to four, at midnight, and at a quarter to four.
    @Test(arguments: [
        ("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"), ("Europe/London", "GMT0BST,M3.5.0/1,M10.5.0"),
        ("Europe/Helsinki", "EET-2EEST,M3.5.0/3,M10.5.0/4"),
        ("America/New_York", "EST5EDT,M3.2.0,M11.1.0"), ("America/Havana", "CST5CDT,M3.2.0/0,M11.1.0/1"),
        ("Africa/Cairo", "EET-2EEST,M4.5.5/0,M10.5.4/24"),
        ("Pacific/Chatham", "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45"),
    ])
    func `leave no doubt, wherever the machine is`(name: String, rule: String) throws {
        let zones = KnownZones(local: try Zone(name: name, tzif: zoneFile(rule: rule)))
        let now = try #require(WallTime(rfc3339: "2026-11-21T12:00:00Z"))
        let paths = try Repository.files(below: "jobs.d", suffix: ".json")
        let samples = try Repository.descriptors(below: "Examples")
        #expect(paths.count >= 5 && samples.count >= 10)
        for path in paths + samples {
            let job = try descriptor(try Repository.text(path))
            let doubts = DescriptorReview(job, zones: zones, now: now).warnings
            #expect(doubts.isEmpty, "\(path): \(doubts)")
        }
    }

    @Test func `ask shared servers at a moment of each machine's own`() throws {
        for path in try Repository.files(below: "jobs.d", suffix: ".json") {
            let job = try descriptor(try Repository.text(path))
            guard job.requirements.contains(.network) else { continue }
            #expect(job.fixedDelay != nil, "\(path)")
            #expect(job.beforeSleep == .stop, "\(path): its connections don't survive sleep")
        }
    }

    @Test func `never wait for hours in which a laptop sleeps`() throws {
        for path in try Repository.files(below: "jobs.d", suffix: ".json") {
            let job = try descriptor(try Repository.text(path))
            #expect(job.allowedHours == nil && job.missed == .once && job.maxLateness == nil, "\(path)")
        }
    }
}
