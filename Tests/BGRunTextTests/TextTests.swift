// The small parts that every view is made of.
import BGRunCalendar
import Testing

@testable import BGRunText

@Suite struct `Text from outside` {
    @Test func `can't act on a terminal`() {
        #expect("a\u{1B}[31mb\u{7}\u{9B}2J\u{202E}c".visible == "a[31mb2Jc")
        #expect("one\ntwo\tthree".visible == "one two three")
        #expect("one\ntwo\tthree\u{1B}c\r".visibleLines == "one\ntwo\tthreec")
        #expect("Größe 大 😀".visible == "Größe 大 😀")
    }

    @Test func `is cut by columns, not by characters`() {
        #expect("backup".cut(toColumns: 6) == "backup")
        #expect("backups".cut(toColumns: 6) == "backu…")
        #expect("大大大".columns == 6)
        #expect("大大大".cut(toColumns: 4) == "大…")
        #expect("e\u{301}e".columns == 2)
        #expect("abc".cut(toColumns: 1) == "…")
        #expect("abc".cut(toColumns: 0) == "")
    }
}

@Suite struct `A line` {
    private func rows(_ line: Line, _ width: Int) -> [String] {
        line.rows(on: Screen(colour: .off, width: width))
    }

    @Test func `keeps its styles when it is broken`() {
        let line = Line([Span("name", .bold), Span("  "), Span("a long reason", .waiting)])
        #expect(
            line.text(on: Screen(colour: .on, width: 14))
                == "\u{1B}[1mname\u{1B}[0m  \u{1B}[33ma long\u{1B}[0m\n  \u{1B}[33mreason\u{1B}[0m")
        #expect(line.text(on: .pipe) == "name  a long reason")
    }

    @Test func `is broken between words, and inside one that is too long`() {
        #expect(rows(Line("as long as it may be"), 20) == ["as long as it may be"])
        #expect(rows(Line("a bit longer than that is"), 20) == ["a bit longer than", "  that is"])
        #expect(
            rows(Line("    goes on below its beginning"), 20) == ["    goes on below", "    its beginning"])
        #expect(rows(Line("/a/path/that/is/longer"), 10) == ["/a/path/th", "  at/is/lo", "  nger"])
        #expect(rows(Line("大大大大"), 4) == ["大大", "  大", "  大"])
        #expect(rows(Line("abc"), 1) == ["a", "b", "c"])
    }

    @Test func `is not broken between a number and its unit`() {
        #expect(rows(Line("starts 11:37 (in 59 min 52 s)"), 27) == ["starts 11:37", "  (in 59 min 52 s)"])
        #expect(rows(Line("it took 59 min"), 12) == ["it took", "  59 min"])
        #expect(rows(Line("battery: 62 %, none"), 11) == ["battery:", "  62 %,", "  none"])
        #expect(rows(Line("run 12 started"), 9) == ["run 12", "  started"])
    }

    @Test func `is broken before a parenthesis, unless it were half empty then`() {
        #expect(rows(Line("starts 11:37 (in 59 min)"), 19) == ["starts 11:37", "  (in 59 min)"])
        #expect(rows(Line("starts 11:37 (in 59 min), or"), 23) == ["starts 11:37", "  (in 59 min), or"])
        #expect(rows(Line("it (as one of them was lost)"), 16) == ["it (as one of", "  them was lost)"])
        #expect(rows(Line("an :-) and words"), 12) == ["an :-) and", "  words"])
    }

    @Test func `of a table goes on below its last column, or below all where that is narrow`() {
        var table = Table(heading: ["JOB", "NEXT"])
        table.add([Span("org.a.sync"), Span("needs external power and a network")])
        #expect(
            table.lines[1].rows(on: Screen(colour: .off, width: 38)) == [
                "org.a.sync  needs external power and a", "            network",
            ])
        #expect(
            table.lines[1].rows(on: Screen(colour: .off, width: 30)) == [
                "org.a.sync", "    needs external power and a", "    network",
            ])
        #expect(rows(table.lines[0], 30) == ["JOB         NEXT"])
    }

    @Test func `in a table stands below the one above`() {
        var table = Table(heading: ["A", "B"])
        table.add([Span("大"), Span("x")])
        table.add([Span("abc"), Span("y")])
        #expect(text(table.lines) == "A    B\n大   x\nabc  y")
    }
}

@Suite struct `Dates for people` {
    @Test(arguments: [
        ("2026-03-28T21:05:00Z", "22:05"), ("2026-03-28T22:59:59Z", "23:59"),
        ("2026-03-28T23:00:00Z", "tomorrow 00:00"), ("2026-03-29T01:00:00Z", "tomorrow 03:00"),
        ("2026-03-27T22:59:00Z", "yesterday 23:59"), ("2026-03-30T10:00:00Z", "Mon 12:00"),
        ("2026-03-23T10:00:00Z", "Mon 11:00"), ("2026-04-20T10:00:00Z", "2026-04-20 12:00"),
        ("1969-07-20T20:17:00Z", "1969-07-20 21:17"),
    ])
    func `are short and in local time`(date: String, words: String) {
        #expect(World.clock.date(World.instant(date)) == words)
    }

    @Test func `say how far away they are`() {
        #expect(World.clock.distance(World.now.advanced(by: .seconds(7500))) == "in 2 h 5 min")
        #expect(World.clock.distance(World.now.advanced(by: .seconds(-45))) == "45 s ago")
        #expect(World.clock.time(World.now) == "23:00:00")
    }

    @Test func `end at the rim of time without a trap`() {
        for edge in [WallTime(microseconds: .max), WallTime(microseconds: .min)] {
            #expect(!World.clock.date(edge).isEmpty)
            #expect(!World.clock.distance(edge).isEmpty)
        }
    }
}
