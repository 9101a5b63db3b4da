// Reads weekdays, date and time of a calendar expression, from left to right.

/// Walks over a calendar expression without its zone and gathers the pattern.
///
/// The grammar is that of systemd's `calendarspec.c`, also where it is odd: a blank may follow the weekdays and the
/// date, but not lead or trail.
struct CalendarReader {
    private(set) var pattern = CivilPattern()
    private(set) var hasWildcardHour = false
    /// Whether the text was `@` and seconds since 1970.
    private(set) var isTimestamp = false

    private let text: Substring.UTF8View
    /// What is still to be read.
    private var rest: Substring.UTF8View

    /// Elements of one part of a date or time; nil for `*`.
    private typealias Chain = [(element: CalendarElement, text: Substring.UTF8View)]?

    init(_ text: Substring.UTF8View) {
        self.text = text
        rest = text
        pattern.weekdays = 0x7F
        pattern.months = 0x1FFE
        pattern.days = ~1
        pattern.years = Self.everyYear
    }

    /// Shared by all patterns that name no year, so that they need no memory of their own for it.
    private static let everyYear: [UInt64] = {
        let count = CivilPattern.listedYears.count
        return stride(from: 0, to: count, by: 64).map {
            UInt64.max >> UInt64(Swift.max(64 - (count - $0), 0))
        }
    }()

    mutating func read() throws(ScheduleFault) {
        guard !isAt(" ") else {
            throw ScheduleFault(reason: "\(quoted(text)) begins with a blank", advice: "remove it")
        }
        try readWeekdays()
        try readDate()
        if !isTimestamp { try readTime() }
        guard rest.isEmpty else { throw unexpected() }
    }

    // MARK: - Weekdays

    private mutating func readWeekdays() throws(ScheduleFault) {
        guard WeekdayName(at: rest) != nil else { return }
        do throws(WeekdaySet.Fault) {
            pattern.weekdays = try WeekdaySet(&rest).bits
        } catch {
            switch error {
            case .noWeekday: throw unexpected("a weekday")
            case .backwards(let range): throw .backwards(range, in: text)
            case .noMark: throw unexpected("a comma, \"..\" or a blank")
            }
        }
        skipBlanks()
    }

    // MARK: - Date

    private mutating func readDate() throws(ScheduleFault) {
        guard !rest.isEmpty else { return }
        if take("@") { return try readTimestamp() }
        let start = rest
        let first = try readChain()
        guard !rest.isEmpty, !isAt(":") else {
            // It was a time.
            rest = start
            return
        }
        var isFromEnd = try readDateMark()
        let second = try readChain()
        guard !rest.isEmpty, !isAt(" ") else {
            return try finishDate(nil, first, second, isFromEnd: isFromEnd)
        }
        guard !isFromEnd else { throw unexpected("a blank") }
        isFromEnd = try readDateMark()
        let third = try readChain()
        guard rest.isEmpty || isAt(" ") else { throw unexpected("a blank") }
        try finishDate(first, second, third, isFromEnd: isFromEnd)
    }

    private mutating func readDateMark() throws(ScheduleFault) -> Bool {
        if take("~") { return true }
        guard take("-") else { throw unexpected("\"-\" or \"~\" in the date") }
        return false
    }

    private mutating func finishDate(_ years: Chain, _ months: Chain, _ days: Chain, isFromEnd: Bool)
        throws(ScheduleFault)
    {
        if let years {
            var listed = [UInt64](repeating: 0, count: pattern.years.count)
            for year in try values(years, .year) {
                let place = Int(year - CivilPattern.listedYears.lowerBound)
                listed[place / 64] |= 1 << UInt64(place % 64)
            }
            pattern.years = listed
        }
        if let months { pattern.months = UInt16(truncatingIfNeeded: try bits(months, .month)) }
        if let days {
            let bits = UInt32(truncatingIfNeeded: try bits(days, isFromEnd ? .dayFromEnd : .day))
            (pattern.days, pattern.daysFromEnd) = isFromEnd ? (0, bits) : (bits, 0)
        }
        skipBlanks()
    }

    private mutating func readTimestamp() throws(ScheduleFault) {
        let digits = rest.prefix(while: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        guard digits.count == rest.count, digits.count <= 12,
            let seconds = Int64(String(decoding: digits, as: UTF8.self))
        else { throw unexpected("seconds since 1970 after \"@\"") }
        let time = CivilTime(seconds: seconds)
        let date = time.date
        pattern.seconds = 1 << UInt64(time.second)
        pattern.minutes = 1 << UInt64(time.minute)
        pattern.hours = 1 << UInt32(time.hour)
        let exactly = { (value: Int64) in [(element: CalendarElement(start: value), text: digits)] }
        try finishDate(exactly(date.year), exactly(date.month), exactly(date.day), isFromEnd: false)
        rest = rest.dropFirst(digits.count)
        isTimestamp = true
    }

    // MARK: - Time

    private mutating func readTime() throws(ScheduleFault) {
        guard !rest.isEmpty else {
            (pattern.hours, pattern.minutes) = (1, 1)
            return
        }
        let hours = try readChain()
        guard take(":") else { throw unexpected("\":\" and minutes") }
        let minutes = try readChain()
        pattern.hours =
            try hours.map { chain throws(ScheduleFault) in
                UInt32(truncatingIfNeeded: try bits(chain, .hour))
            } ?? 0xFF_FFFF
        pattern.minutes =
            try minutes.map { chain throws(ScheduleFault) in try bits(chain, .minute) } ?? Self.sixty
        if take(":") {
            let seconds = try readChain()
            pattern.seconds =
                try seconds.map { chain throws(ScheduleFault) in try bits(chain, .second) } ?? Self.sixty
        }
        hasWildcardHour =
            hours.map { chain in
                chain.count == 1
                    && chain.allSatisfy {
                        $0.element.start == 0 && $0.element.stop == nil && $0.element.step != nil
                    }
            } ?? true
    }

    private static let sixty: UInt64 = (1 << 60) - 1

    // MARK: - Numbers

    /// `*` or elements between commas.
    private mutating func readChain() throws(ScheduleFault) -> Chain {
        let start = rest.startIndex
        if take("*") {
            guard !isAt("/") else {
                throw ScheduleFault(
                    reason: "\(quoted(text)) steps from \"*\"",
                    advice: "write the first value: \(quoted(steppingFromFirst(at: start)))")
            }
            return nil
        }
        var chain: [(element: CalendarElement, text: Substring.UTF8View)] = []
        repeat {
            let start = rest
            var element = CalendarElement(start: try readNumber())
            if take("..") { element.stop = try readNumber() }
            if take("/") {
                let step = try readNumber()
                guard step > 0 else { throw unexpected("a step of 1 or more before it") }
                element.step = step
            }
            chain.append((element, start[..<rest.startIndex]))
        } while take(",")
        return chain
    }

    /// The text with the first value of its part in place of a `*`.
    private func steppingFromFirst(at star: Substring.UTF8View.Index) -> Substring.UTF8View {
        let word = text[star...].prefix { $0 != UInt8(ascii: " ") }
        let before = text[..<star].reversed().prefix { $0 != UInt8(ascii: " ") }
        let isTime = before.contains(UInt8(ascii: ":")) || word.contains(UInt8(ascii: ":"))
        let isYear = before.isEmpty && word.count { $0 == UInt8(ascii: "-") } > 1
        let first = isTime ? "0" : isYear ? "\(CivilPattern.listedYears.lowerBound)" : "1"
        let rest = text[text.index(after: star)...]
        return Substring("\(Substring(text[..<star]))\(first)\(Substring(rest))").utf8
    }

    private mutating func readNumber() throws(ScheduleFault) -> Int64 {
        let digits = rest.prefix(while: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        guard let number = digits.decimal else { throw unexpected("a number") }
        rest = rest.dropFirst(digits.count)
        if isAt("."), !isAt("..") {
            throw ScheduleFault(
                reason: "\(quoted(text)) has a fraction, and bgrun plans in whole seconds",
                advice: "write whole seconds")
        }
        return number
    }

    private func values(_ chain: Chain, _ part: CalendarPart) throws(ScheduleFault) -> [Int64] {
        var values: [Int64] = []
        for (element, text) in chain ?? [] { values += try element.values(of: part, text: text) }
        return values
    }

    private func bits(_ chain: Chain, _ part: CalendarPart) throws(ScheduleFault) -> UInt64 {
        try values(chain, part).reduce(0) { $0 | 1 << UInt64($1) }
    }

    // MARK: - Steps

    private func isAt(_ mark: String) -> Bool { rest.starts(with: mark.utf8) }

    private mutating func take(_ mark: String) -> Bool {
        guard isAt(mark) else { return false }
        rest = rest.dropFirst(mark.utf8.count)
        return true
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == UInt8(ascii: " ") } }

    private func unexpected(_ wanted: String? = nil) -> ScheduleFault {
        let rest = rest.drop { $0 == UInt8(ascii: " ") }
        let place = rest.isEmpty ? "the end of \(quoted(text))" : "\(quoted(rest)) in \(quoted(text))"
        return ScheduleFault(
            reason: wanted.map { "\(place) stands where \($0) belongs" } ?? "\(place) is not understood",
            advice:
                "write weekdays, a date and a time, such as \"Mon..Fri *-*-* 02:30\", or a word such as \"daily\""
        )
    }
}
