// Reads a zone's yearly rule as POSIX writes it: `CET-1CEST,M3.5.0,M10.5.0/3`.

/// Walks over the bytes of a rule.
///
/// The grammar is that of POSIX's `TZ` (XBD 8.3) with the extension of RFC 9636 §3.3.1: hours from -167 to 167 in
/// the times of change. Where daylight saving is named, the days of its beginning and end have to be.
struct ZoneRuleText {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    /// Reads a whole rule. Faults name the byte by the slice's own index.
    static func rule(_ bytes: ArraySlice<UInt8>) throws(ZoneFault) -> ZoneRule {
        var text = ZoneRuleText(bytes)
        return try text.rule()
    }

    private mutating func rule() throws(ZoneFault) -> ZoneRule {
        let name = try name()
        // POSIX counts west of UTC.
        let standard = try offset(-clock(hours: 24), isDaylightSaving: false, abbreviation: name)
        guard place < bytes.endIndex else { return ZoneRule(always: standard) }
        let daylightName = try self.name()
        let hasOffset = place < bytes.endIndex && bytes[place] != UInt8(ascii: ",")
        let daylight = try offset(
            hasOffset ? -clock(hours: 24) : standard.seconds + 3600, isDaylightSaving: true,
            abbreviation: daylightName)
        let start = try yearTime()
        let end = try yearTime()
        guard place == bytes.endIndex else { throw fault("the rule goes on after its end") }
        return ZoneRule(standard: standard, daylight: daylight, from: start, to: end)
    }

    private func offset(
        _ seconds: Int64, isDaylightSaving: Bool, abbreviation: String
    ) throws(ZoneFault) -> ZoneOffset {
        guard ZoneOffset.secondsAllowed.contains(seconds) else {
            throw fault("the rule has an offset of \(seconds) seconds from UTC")
        }
        return ZoneOffset(seconds: seconds, isDaylightSaving: isDaylightSaving, abbreviation: abbreviation)
    }

    /// `CET`, or `<+0330>` where there are digits or signs in it.
    private mutating func name() throws(ZoneFault) -> String {
        let isQuoted = take("<")
        let start = place
        while place < bytes.endIndex, Self.isPart(bytes[place], ofQuoted: isQuoted) { place += 1 }
        let name = bytes[start..<place]
        guard (1...ZoneOffset.longestAbbreviation).contains(name.count), !isQuoted || take(">") else {
            throw fault("the rule lacks the name of a time")
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func isPart(_ byte: UInt8, ofQuoted isQuoted: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
        case _: false
        }
    }

    /// `,M3.5.0/2`: a day, and a time that is two in the morning where none is given.
    private mutating func yearTime() throws(ZoneFault) -> ZoneRule.YearTime {
        guard take(",") else { throw fault("the rule does not say when daylight saving begins and ends") }
        let day: ZoneRule.YearDay
        if take("J") {
            day = .julian(try number(1...365))
        } else if take("M") {
            let month = try number(1...12)
            guard take(".") else { throw fault("the rule lacks the week of a month") }
            let week = try number(1...5)
            guard take(".") else { throw fault("the rule lacks a weekday") }
            day = .weekday(try number(0...6), week: week, month: month)
        } else {
            day = .fromZero(try number(0...365))
        }
        return ZoneRule.YearTime(day: day, seconds: take("/") ? try clock(hours: 167) : 7200)
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private mutating func clock(hours: Int64) throws(ZoneFault) -> Int64 {
        let sign: Int64 = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        var seconds = try number(0...hours) * 3600
        if take(":") {
            seconds += try number(0...59) * 60
            if take(":") { seconds += try number(0...59) }
        }
        return sign * seconds
    }

    private mutating func number(_ allowed: ClosedRange<Int64>) throws(ZoneFault) -> Int64 {
        let start = place
        var value: Int64 = 0
        while place < bytes.endIndex, place - start < 4, (0x30...0x39).contains(bytes[place]) {
            value = value * 10 + Int64(bytes[place] - 0x30)
            place += 1
        }
        guard place > start, allowed.contains(value) else {
            place = start
            throw fault("the rule has no number from \(allowed.lowerBound) to \(allowed.upperBound)")
        }
        return value
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.endIndex, UInt32(bytes[place]) == character.value else { return false }
        place += 1
        return true
    }

    private func fault(_ reason: String) -> ZoneFault { ZoneFault(reason: reason, byte: place) }
}
