// The small texts of descriptors and of the command line: schedules, hours, spans, dates, sizes, patterns.
import BGRunCalendar

@testable import BGRunJob

enum Expressions {
    /// The first byte says what the text is.
    @Sendable static func check(_ bytes: [UInt8]) {
        var input = Input(bytes)
        let kind = input.byte()
        let text = input.text
        do {
            switch kind {
            case UInt8(ascii: "c"): try cron(text)
            case UInt8(ascii: "o"): try calendar(text)
            case UInt8(ascii: "h"): try hours(text)
            case UInt8(ascii: "x"): try exceptions(text)
            case UInt8(ascii: "d"): duration(text)
            case UInt8(ascii: "t"): date(text)
            case UInt8(ascii: "s"): size(text)
            case UInt8(ascii: "n"): try conditions(text)
            case UInt8(ascii: "p"): pattern(text)
            case UInt8(ascii: "w"): words(of: bytes.dropFirst())
            case _: break
            }
        } catch let fault as ScheduleFault {
            holdIsShown(fault.reason + fault.advice)
            hold(fault.reason.utf8.count + fault.advice.utf8.count < 4096, "a fault is longer than a page")
        } catch let fault as SimulatedConditions.Fault {
            holdIsShown(fault.reason + fault.advice)
        } catch {
            fatalError("it is refused with something else: \(error)")
        }
    }

    // MARK: - Schedules

    private static func cron(_ text: String) throws {
        let cron = try CronExpression(text)
        hold(try CronExpression(cron.text) == cron, "a text means two schedules")
        Instants.check(cron.pattern)
        Instants.check { cron.next(after: $0, in: $1) }
    }

    private static func calendar(_ text: String) throws {
        let calendar = try CalendarExpression(text)
        hold(try CalendarExpression(calendar.text) == calendar, "a text means two schedules")
        hold(
            calendar.pattern.next(onOrAfter: CivilTime(year: 1970, month: 1, day: 1)) != nil, "it never comes"
        )
        Instants.check(calendar.pattern)
        Instants.check { calendar.next(after: $0, in: $1) }
    }

    private static func hours(_ text: String) throws {
        let hours = try AllowedHours(windows: text.split(separator: ",").map(String.init))
        for zone in Instants.zones {
            for instant in Instants.samples { Instants.check(hours, after: instant, in: zone) }
        }
    }

    private static func exceptions(_ text: String) throws {
        let texts = text.split(separator: ",").map(String.init)
        let days = try ExceptedDays(texts)
        hold(days.texts == texts, "days are told otherwise than they were written")
        let daily = try CronExpression("@daily").leavingOut(days)
        hold(try daily.leavingOut(nil) == CronExpression("@daily"), "what is left out is gone for good")
        Instants.check(daily.pattern)
        Instants.check { daily.next(after: $0, in: $1) }
    }

    // MARK: - What runs say

    private static func words(of message: some Sequence<UInt8>) {
        let words = RunWords(notification: message)
        if let text = words.text {
            hold(text.utf8.count <= 200 && text.taskTitle == text, "a word is unfit for one line")
        }
        if case .atLeast(let span)? = words.extension {
            hold(span >= .zero && span <= .seconds(366 * 86_400), "a span is without end")
        }
    }

    // MARK: - Values

    private static func duration(_ text: String) {
        guard let duration = Duration(text: text) else { return }
        hold((.zero ... .longestText).contains(duration), "a span of no length")
        hold(Duration(text: duration.text) == duration, "\(duration.text) is another span")
        holdIsShown(duration.rounded)
    }

    private static func date(_ text: String) {
        guard let date = WallTime(rfc3339: text) else { return }
        hold(WallTime(rfc3339: date.rfc3339) == date, "\(date.rfc3339) is another instant")
        for zone in Instants.zones
        where (-50_000_000_000...250_000_000_000).contains(date.microseconds / 1_000_000) {
            let local = date.rfc3339(in: zone)
            hold(WallTime(rfc3339: local) == date, "\(local) is another instant than \(date.rfc3339)")
        }
    }

    private static func size(_ text: String) {
        guard let size = SizeText.size(of: text) else { return }
        hold(size >= 0 && SizeText.size(of: SizeText.text(of: size)) == size, "a size is another")
        holdIsShown(SizeText.rounded(size))
    }

    private static func conditions(_ text: String) throws {
        let conditions = try SimulatedConditions(text: text)
        hold(try SimulatedConditions(text: conditions.text) == conditions, "conditions are others")
    }

    /// Of two lines, the second is the text, and each star stands for any part of it.
    private static func pattern(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard lines.count == 2, lines[0].utf8.count < 64, lines[1].utf8.count < 64 else { return }
        let matches = TextPattern(lines[0]).matches(lines[1])
        hold(
            matches == matchesSlowly(Array(lines[0].utf8), Array(lines[1].utf8)), "\(lines) match: \(matches)"
        )
    }

    /// By a table of all beginnings of both.
    private static func matchesSlowly(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var ends = [true] + [Bool](repeating: false, count: text.count)
        for byte in pattern {
            if byte == UInt8(ascii: "*") {
                for place in ends.indices.dropFirst() { ends[place] = ends[place] || ends[place - 1] }
            } else {
                ends = [false] + text.indices.map { ends[$0] && text[$0] == byte }
            }
        }
        return ends[text.count]
    }
}
