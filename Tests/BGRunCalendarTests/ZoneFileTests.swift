// Compiled zones as bytes: what is read, what is refused and where, and that nothing does harm.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `A compiled zone` {
    private static let berlin: [(seconds: Int64, kind: UInt8)] = [
        (1_774_746_000, 1), (1_792_890_000, 0), (1_806_195_600, 1), (1_824_944_400, 0),
    ]

    private func writer(version: UInt8 = UInt8(ascii: "2"), footer: String? = "\n\n") -> ZoneWriter {
        ZoneWriter(
            version: version, transitions: Self.berlin, kinds: [(3600, 0, 0), (7200, 1, 4)],
            characters: "CET\0CEST\0", footer: footer)
    }

    private func zone(_ writer: ZoneWriter) throws -> Zone { try Zone(name: "Test", tzif: writer.bytes) }

    @Test(arguments: [UInt8(0), UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")])
    func `is read in every version`(version: UInt8) throws {
        let zone = try zone(writer(version: version))
        #expect(WallTime("2026-03-29T00:59:59Z").rfc3339(in: zone) == "2026-03-29T01:59:59+01:00")
        #expect(WallTime("2026-03-29T01:00:00Z").rfc3339(in: zone) == "2026-03-29T03:00:00+02:00")
        #expect(zone.offset(at: WallTime("1800-01-01T00:00:00Z")).abbreviation == "CET")
    }

    @Test(arguments: ["\n\n", nil])
    func `goes on with its last offset where it has no rule`(footer: String?) throws {
        let zone = try zone(writer(footer: footer))
        #expect(zone.offset(at: WallTime("2027-10-31T00:59:59Z")).abbreviation == "CEST")
        #expect(zone.offset(at: WallTime("2300-07-01T00:00:00Z")).abbreviation == "CET")
        #expect(zone.transition(after: WallTime("2027-10-31T01:00:00Z")) == nil)
    }

    @Test func `follows its rule from its last transition on, and no sooner`() throws {
        var late = writer(footer: "\nCET-1CEST,M3.5.0,M10.5.0/3\n")
        // Summer time goes on over a winter, and the rule begins in the summer after it.
        late.transitions = [(1_774_746_000, 1), (1_814_400_000, 1)]
        let zone = try zone(late)
        #expect(zone.offset(at: WallTime("2026-12-24T00:00:00Z")).abbreviation == "CEST")
        #expect(zone.offset(at: WallTime("2027-12-24T00:00:00Z")).abbreviation == "CET")
        #expect(
            zone.transition(after: WallTime("2026-04-01T00:00:00Z"))?.at == WallTime("2027-10-31T01:00:00Z"))
    }

    @Test func `equals itself whether its file repeats the rule's transitions or not`() throws {
        let rule = "\nCET-1CEST,M3.5.0,M10.5.0/3\n"
        let fat = try zone(writer(footer: rule))
        var slim = writer(footer: rule)
        slim.transitions.removeLast(2)
        let other = try zone(slim)
        #expect(fat == other)
        #expect(fat.hashValue == other.hashValue)
        #expect(try Zone(name: "Other", tzif: slim.bytes) != other)
        slim.footer = "\nCET-1CEST,M3.5.0,M10.5.0/2\n"
        #expect(try zone(slim) != other)
        #expect(try SystemZones.zone("Europe/Berlin") == SystemZones.zone("Europe/Berlin"))
        #expect(try SystemZones.zone("Etc/UTC") != Zone.utc)
    }

    @Test func `is refused with the reason and the place`() throws {
        func refusal(_ change: (inout ZoneWriter) -> Void) -> ZoneFault? {
            var writer = writer()
            change(&writer)
            do throws(ZoneFault) { _ = try Zone(name: "Test", tzif: writer.bytes) } catch { return error }
            return nil
        }
        #expect(refusal { _ in () } == nil)
        #expect(
            refusal { $0.version = UInt8(ascii: "1") }?.description == "the version is unknown, at byte 0")
        #expect(refusal { $0.leaps = 1 }?.reason == "the zone counts leap seconds")
        #expect(refusal { $0.kinds = [] }?.reason == "a zone has 1 to 256 kinds of time")
        #expect(refusal { $0.transitions[1].seconds = 5 }?.byte == 96)
        #expect(refusal { $0.transitions[3].seconds = .max }?.byte == 112)
        #expect(refusal { $0.transitions[3].kind = 2 }?.byte == 123)
        #expect(refusal { $0.kinds[0].seconds = .min }?.byte == 124)
        #expect(refusal { $0.kinds[1].isDaylightSaving = 2 }?.byte == 130)
        #expect(refusal { $0.kinds[1].index = 9 }?.byte == 130)
        #expect(refusal { $0.characters = "CET CEST" }?.byte == 124)
        #expect(refusal { $0.characters = "C\u{1}T\0CEST\0" }?.byte == 124)
        #expect(refusal { $0.characters = "CET\0ABCDEFGHIJKLMNOP\0" }?.byte == 130)
        #expect(refusal { $0.footer = "x\n" }?.byte == 145)
        #expect(refusal { $0.footer = "\nCET-1" }?.byte == 146)
        #expect(refusal { $0.footer = "\nCET-1CEST,M3.5.0\n" }?.byte == 162)
        #expect(throws: ZoneFault(reason: "a zone file has at most 65536 bytes", byte: 65_536)) {
            try Zone(name: "Test", tzif: Array(repeating: 0, count: 100_000))
        }
        #expect(throws: ZoneFault(reason: "this is no TZif file", byte: 0)) {
            try Zone(name: "Test", tzif: Array(repeating: 0, count: 100))
        }
    }

    @Test func `takes what lies before time began as its beginning`() throws {
        var old = writer()
        old.transitions.insert((-1 << 59, 1), at: 0)
        let zone = try zone(old)
        #expect(zone.offset(at: WallTime(microseconds: .min)).abbreviation == "CEST")
    }
}

@Suite struct `Bytes that are no zone` {
    /// Asks everything that could go wrong.
    private func use(_ zone: Zone, using random: inout SeededGenerator) {
        let random = Int64.random(in: -4_000_000_000...8_000_000_000, using: &random)
        for instant in [
            WallTime(seconds: random), WallTime(microseconds: .min), WallTime(microseconds: .max),
        ] {
            let reading = zone.civil(at: instant)
            let first = zone.instant(of: reading)
            #expect(first <= instant)
            if let change = zone.transition(after: instant) {
                #expect(change.at > instant && change.before.seconds != change.after.seconds)
            }
            _ = zone.clockChange(onDayOf: instant)
            _ = instant.rfc3339(in: zone)
            for followsRealTime in [true, false] {
                let next = zone.next(after: instant, followsRealTime: followsRealTime) { $0 }
                #expect(next.map { $0 > instant } ?? (instant.microseconds > .max - 200_000_000_000_000))
            }
        }
        for reading in [Int64.min, .max] { _ = zone.instant(of: CivilTime(seconds: reading)) }
    }

    @Test func `are refused or do no harm, however a real file is changed`() throws {
        var random = SeededGenerator(seed: 22)
        let files = try ["Europe/Berlin", "Asia/Kathmandu", "Asia/Tokyo"].map(SystemZones.bytes)
        var accepted = 0
        for _ in 0..<1_500 {
            var bytes = try #require(files.randomElement(using: &random))
            // Most of what matters stands in the second half, in its header and its last line.
            for _ in 0...random.next() % 3 {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            }
            guard let zone = try? Zone(name: "Test", tzif: bytes) else { continue }
            accepted += 1
            if accepted % 4 == 0 { use(zone, using: &random) }
        }
        #expect(accepted > 200)
    }

    @Test func `are refused wherever a real file is cut off`() throws {
        let bytes = try SystemZones.bytes("Asia/Kathmandu")
        let end = try #require(bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")))
        for count in bytes.indices {
            let zone = try? Zone(name: "Test", tzif: Array(bytes[..<count]))
            // Without its last line it is a zone that has no rule.
            #expect((zone != nil) == (count == end), "\(count) bytes")
        }
    }

    @Test func `are refused or do no harm when made up at random`() {
        var random = SeededGenerator(seed: 23)
        for _ in 0..<2_000 {
            var writer = ZoneWriter(version: [0, 0x32, 0x33].randomElement(using: &random) ?? 0)
            var seconds = Int64.random(in: -4_000_000_000...4_000_000_000, using: &random)
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                writer.transitions.append((seconds, UInt8.random(in: 0...2, using: &random)))
                seconds += [1, 10, 3600, 100_000, 1 << 40].randomElement(using: &random) ?? 1
            }
            writer.kinds = (0..<3).map { _ in
                (
                    Int32.random(in: -93_000...93_000, using: &random),
                    UInt8.random(in: 0...1, using: &random), 0
                )
            }
            writer.footer =
                ["\n\n", "\nA0B,J1/-167,J365/167\n", "\nA0B0,1,2\n", "\nA24B-24,J1/1,365/167\n", nil]
                .randomElement(using: &random) ?? nil
            guard let zone = try? Zone(name: "Test", tzif: writer.bytes) else { continue }
            use(zone, using: &random)
        }
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(throws: ZoneFault.self) { try Zone(name: "Test", tzif: Array("TZif2".utf8) + bytes) }
        }
    }
}
