// The zones that were read, by name.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `The zones that are known` {
    private func zone(_ name: String, _ rule: String) throws -> Zone {
        try Zone(name: name, tzif: zoneFile(rule: rule))
    }

    @Test func `have the machine's own without a name, which is UTC where none was read`() throws {
        #expect(KnownZones()[nil]?.name == "UTC")
        var zones = KnownZones(local: try zone("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"))
        #expect(zones[nil]?.name == "Europe/Berlin" && zones.local.name == "Europe/Berlin")
        zones[nil] = try zone("Asia/Kathmandu", "<+0545>-5:45")
        #expect(zones.local.name == "Asia/Kathmandu")
        zones[nil] = nil
        #expect(zones.local.name == "UTC")
    }

    @Test func `have only the names that were read, UTC no more than others`() throws {
        var zones = KnownZones(local: try zone("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"))
        #expect(zones["Europe/Berlin"] == nil && zones["UTC"] == nil)
        zones["UTC"] = .utc
        #expect(zones["UTC"] === Zone.utc)
        #expect(zones["utc"] == nil && zones["Europe/Berlin"] == nil)
    }

    @Test func `keep a named zone when the machine's own changes, and forget one that is taken away`() throws
    {
        var zones = KnownZones()
        zones["Europe/Berlin"] = try zone("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3")
        zones.local = try zone("Asia/Kathmandu", "<+0545>-5:45")
        #expect(zones["Europe/Berlin"]?.name == "Europe/Berlin")
        zones["Europe/Berlin"] = nil
        #expect(zones["Europe/Berlin"] == nil && zones.local.name == "Asia/Kathmandu")
    }
}
