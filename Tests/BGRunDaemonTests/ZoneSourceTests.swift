// Zones are introduced before they are needed, each once, and the machine's own is followed.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDaemon

@Suite struct `The source of zones` {
    private static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"
    private static let tokyo = "JST-9"

    private let scratch: ScratchDirectory
    private let queue: EventQueue
    private let source: ZoneSource

    init() throws {
        scratch = try ScratchDirectory()
        queue = try EventQueue()
        let files = ZoneFiles(root: scratch.path("zones"), localPath: scratch.path("etc/localtime"))
        source = ZoneSource(files, at: Post(queue: queue, token: 7), journal: Journal())
        try put("Europe/Berlin", Self.berlin)
        try put("Asia/Tokyo", Self.tokyo)
        try scratch.directory("etc")
        try link("Europe/Berlin")
    }

    private func put(_ name: String, _ rule: String) throws {
        try scratch.directory("zones/\(name.prefix { $0 != "/" })")
        let (new, place) = (scratch.path("zones/new"), scratch.path("zones/\(name)"))
        try Data(zoneFile(rule: rule)).write(to: URL(filePath: new))
        // As a package replaces it, and heard at once: the end of writing is told when no process has the file open any more, and one that
        // another test starts just now has it until its exec.
        try #require(rename(new, place) == 0)
    }

    /// Renames a link to the zone over the machine's own, as timedatectl(1) does.
    private func link(_ name: String) throws {
        let new = scratch.path("etc/new")
        try FileManager.default.createSymbolicLink(
            atPath: new, withDestinationPath: scratch.path("zones/\(name)"))
        try #require(rename(new, scratch.path("etc/localtime")) == 0)
    }

    private func daily(_ zone: String? = nil) throws -> JobDescriptor {
        let zone = zone.map { #", "timeZone": "\#($0)""# } ?? ""
        return try descriptor(#"{"cron": "30 2 * * *"\#(zone)}"#)
    }

    private func zone(_ name: String, _ rule: String) throws -> Zone {
        try Zone(name: name, tzif: zoneFile(rule: rule))
    }

    /// `name: zone`, in the order of the events.
    private func told(_ events: [Event]) -> [String] {
        events.map {
            guard case .zoneRead(let name, let zone) = $0 else { return "no zone" }
            return "\(name ?? "local"): \(zone?.name ?? "missing")"
        }
    }

    // B-13
    @Test func `introduces each zone once, before the first that needs it, by whatever door it comes`() throws
    {
        let both = try descriptor(
            #"{"cron": "@daily", "timeZone": "Asia/Tokyo"}"#, #"{"calendar": "02:30 Europe/Berlin"}"#,
            #"{"cron": "@hourly", "timeZone": "Asia/Tokyo"}"#)
        #expect(
            told(source.introductions(before: .submitted(both)))
                == ["Asia/Tokyo: Asia/Tokyo", "Europe/Berlin: Europe/Berlin"])
        #expect(source.introductions(before: .submitted(both)).isEmpty)
        #expect(
            told(source.introductions(before: .filesRead([try daily("Asia/Tokyo"), try daily()])))
                == ["local: Europe/Berlin"])
        #expect(source.introductions(before: .recovered(try daily())).isEmpty)
    }

    // B-13 B-138
    @Test func `introduces what a stored job, the request behind it and one that is over name`() throws {
        let recovered = Event.recovered(
            try daily("Asia/Tokyo"), followedBy: try daily("Europe/Berlin"), over: [try daily("Asia/Tokio")])
        #expect(
            told(source.introductions(before: recovered))
                == ["Asia/Tokyo: Asia/Tokyo", "Europe/Berlin: Europe/Berlin", "Asia/Tokio: missing"])
    }

    // B-25
    @Test func `introduces the machine's own for allowed hours, and none for what follows no clock`() throws {
        let quiet = try descriptor(#"{"every": "6h"}"#, #"{"event": "wake"}"#, #"{"path": "/x"}"#)
        #expect(source.introductions(before: .submitted(quiet)).isEmpty)
        #expect(source.introductions(before: .wokeUp).isEmpty)
        let hours = try descriptor(#"{"every": "6h"}"#, more: #", "allowedHours": "22:00-06:00""#)
        #expect(told(source.introductions(before: .submitted(hours))) == ["local: Europe/Berlin"])
    }

    // B-2
    @Test func `tells once of a zone that is missing, and again when it is there`() throws {
        let listing = Event.filesRead([try daily("Asia/Tokio"), try daily("Asia/Tokio")])
        #expect(told(source.introductions(before: listing)) == ["Asia/Tokio: missing"])
        #expect(source.introductions(before: listing).isEmpty)
        try put("Asia/Tokio", Self.tokyo)
        #expect(told(source.introductions(before: listing)) == ["Asia/Tokio: Asia/Tokio"])
        #expect(source.introductions(before: listing).isEmpty)
    }

    // B-21
    @Test(arguments: [
        "../../etc/passwd", "/etc/passwd", "Europe/../Asia/Tokyo", "Europe", ".", "outside", "loop", "fifo",
        "text",
    ])
    func `reads nothing that is no zone of the database`(name: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("zones/outside"), withDestinationPath: "/etc/passwd")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("zones/loop"), withDestinationPath: "loop")
        #expect(mkfifo(scratch.path("zones/fifo"), 0o600) == 0)
        try scratch.file("zones/text", "root:x:0:0:root:/root:/bin/bash\n")
        let files = ZoneFiles(root: scratch.path("zones"), localPath: scratch.path("etc/localtime"))
        let fault = try #require(ZoneSource.fault(of: name, in: files))
        #expect(!fault.reason.isEmpty && !fault.advice.isEmpty)
        #expect(!"\(fault)".contains("root:x"))
        #expect(ZoneSource.fault(of: "Asia/Tokyo", in: files) == nil)
    }

    // B-12
    @Test func `follows the machine's own while it is observed`() throws {
        _ = source.introductions(before: .submitted(try daily()))
        try link("Asia/Tokyo")
        #expect(source.news().isEmpty, "nobody has asked")
        #expect(told(source.observe()) == ["local: Asia/Tokyo"], "it was replaced before it was watched")
        try put("Asia/Tokyo", Self.berlin)
        #expect(try news() == [.zoneRead(name: nil, try zone("Asia/Tokyo", Self.berlin))])
        try link("Europe/Berlin")
        #expect(told(try news()) == ["local: Europe/Berlin"])
        source.ignore()
        try link("Asia/Tokyo")
        #expect(try news() == [])
        #expect(told(source.introductions(before: .submitted(try daily()))) == ["local: Asia/Tokyo"])
    }

    // B-13
    @Test func `takes UTC where the machine has no zone or a broken one`() throws {
        unlink(scratch.path("etc/localtime"))
        #expect(source.observe() == [.zoneRead(name: nil, .utc)])
        try scratch.file("etc/localtime", "no zone")
        #expect(try news().last == .zoneRead(name: nil, .utc))
        try link("Asia/Tokyo")
        #expect(told(try news()).last == "local: Asia/Tokyo")
    }

    /// What the loop would hear: the watch's descriptor is in its queue, and says what it has by now.
    private func news() throws -> [Event] {
        var ready: [EventQueue.Ready] = []
        try queue.wait(into: &ready, timeout: 0)
        #expect(ready.allSatisfy { $0.token == 7 })
        return ready.isEmpty ? [] : source.news()
    }
}
