// What `bgrun lint` warns about, in words: where, what is doubtful, what to do.
import BGRunCalendar
import BGRunJob

/// A warning in words.
package struct WarningText: Hashable, Sendable {
    /// What the warning rests on; the raw value is its spelling in JSON.
    package enum Basis: String, Sendable {
        /// The text alone: it is so on every machine.
        case descriptor
        /// What this machine has, or lacks now.
        case machine
        /// The job's earlier runs on this machine.
        case history
        /// The text alone, which is often meant otherwise and may be meant so.
        case intent
    }

    /// The kind of warning, for programs: `clockChanges`.
    package let name: String
    /// Where, such as `schedule.cron`.
    package let keyPath: String
    package let reason: String
    package let advice: String
    package let basis: Basis

    package init(
        _ name: String, at keyPath: String, _ reason: String, advice: String, basis: Basis = .descriptor
    ) {
        self.basis = basis
        self.name = name
        self.keyPath = keyPath
        self.reason = reason
        self.advice = advice
    }

    package init(_ warning: DescriptorWarning) {
        self.init(
            warning.matter.name, at: "\(warning.keyPath)", warning.matter.reason,
            advice: warning.matter.advice, basis: warning.matter.basis)
    }

    /// Whether it counts for who wants none: what only this machine lacks is no fault of the descriptor's.
    package var counts: Bool { basis == .descriptor }

    /// `schedule.cron: no such date lies ahead; write a date that does`.
    package var text: String { "\(keyPath): \(reason); \(advice)".visible }

    /// With the word that tells whether it counts: `warning: schedule.cron: …`, `note: wakeSystem: …`.
    package var line: String { "\(counts ? "warning" : "note"): \(text)" }
}

extension DescriptorWarning.Matter {
    fileprivate var name: String {
        switch self {
        case .neverDue: "neverDue"
        case .untilPassed: "untilPassed"
        case .untilBeforeFirst: "untilBeforeFirst"
        case .afterUntil: "afterUntil"
        case .farAway: "farAway"
        case .rare: "rare"
        case .clockChanges: "clockChanges"
        case .eitherDay: "eitherDay"
        case .unevenStep: "unevenStep"
        case .eachMinute: "eachMinute"
        case .repeated: "repeated"
        case .hoursWithoutEnd: "hoursWithoutEnd"
        case .outsideHours: "outsideHours"
        case .overdueBeforeHours: "overdueBeforeHours"
        case .delayBeyondHours: "delayBeyondHours"
        case .beginPassed: "beginPassed"
        case .overdueAtOnce: "overdueAtOnce"
        case .powerInTime: "powerInTime"
        case .skippedAsleep: "skippedAsleep"
        case .wokenInVain: "wokenInVain"
        case .requiredAnyway: "requiredAnyway"
        case .askedForMore: "askedForMore"
        case .preferredTooLong: "preferredTooLong"
        case .nothingToLose: "nothingToLose"
        case .neverHolds: "neverHolds"
        case .neverAlternative: "neverAlternative"
        case .neverPreferred: "neverPreferred"
        case .skippedBefore: "skippedBefore"
        case .unknownHere: "unknownHere"
        case .noAlarmClock: "noAlarmClock"
        case .unwatchable: "unwatchable"
        case .budgetTooShort: "budgetTooShort"
        case .runsTooLong: "runsTooLong"
        case .longerThanInterval: "longerThanInterval"
        case .noInstants: "noInstants"
        case .runsOnce: "runsOnce"
        case .mayBeGone: "mayBeGone"
        case .waitsForTheOpposite: "waitsForTheOpposite"
        case .noEvents: "noEvents"
        case .neverSilentForSoLong: "neverSilentForSoLong"
        }
    }

    fileprivate var reason: String {
        switch self {
        case .neverDue: "no such date lies ahead, so this is never due"
        case .untilPassed(let until): "\(until.text) has passed, so the job is never due again"
        case .untilBeforeFirst(let until, let first):
            "\(until.text) comes before the first instant, \(first.text), so the job is never due"
        case .afterUntil(let first):
            "the first instant, \(first.text), comes after \"until\", so this is never due"
        case .farAway(let first): "the first instant, \(first.text), is more than a year away"
        case .rare(let from, let to): "more than a year lies between \(from.text) and \(to.text)"
        case .clockChanges(let hits, let zone): Self.reason(hits, zone)
        case .eitherDay: "it runs on the days of the month and on the weekdays too: cron takes either"
        case .unevenStep(let step): Self.reason(step)
        case .eachMinute: "it runs 60 times in each of its hours"
        case .repeated(let place): "schedule[\(place)] says the same"
        case .hoursWithoutEnd: "the whole day is allowed"
        case .outsideHours(let missed): Self.reason(missed)
        case .overdueBeforeHours(let latest, let missed):
            "the job is overdue \(latest.rounded) after its instant, and the allowed hours begin "
                + "\(missed.wait.rounded) after it"
        case .delayBeyondHours(let delay, let at, let closes):
            "a delay of up to \(delay.rounded) puts \(at.timeText) off beyond \(closes.timeText), "
                + "where the allowed hours end"
        case .beginPassed(let begin): "\(begin.text) has passed, so the job is due at once"
        case .overdueAtOnce: "the job is overdue by then before it may start"
        case .powerInTime(let lateness):
            "an occurrence is skipped unless power is there within \(lateness.rounded) of its instant"
        case .skippedAsleep:
            "an occurrence is skipped when the machine is asleep or off at its instant, even if power comes soon"
        case .wokenInVain: "on battery the machine is woken for a job that goes on waiting for power"
        case .requiredAnyway: "it has no effect: the job requires it"
        case .askedForMore(let place): "it has no effect: anyOf[\(place)] asks for less and is enough"
        case .preferredTooLong(let span, let latest):
            "\(span.rounded) is longer than \"latestBegin\", \(latest.rounded), and then nothing is preferred"
        case .nothingToLose:
            "it has no effect: the job requires nothing that can be lost while it runs"
        case .neverHolds(let pair): "\(Self.reason(pair, "all that is required")), so the job never starts"
        case .neverAlternative(let pair):
            "\(Self.reason(pair, "this and the rest")), so this alternative makes no difference"
        case .neverPreferred(let pair):
            "\(Self.reason(pair, "what is preferred and what is required")), so the job waits for it in vain"
        case .skippedBefore(let lateness, let span):
            "an occurrence is skipped after \(lateness.rounded), and held back for \(span.rounded) by what the job "
                + "prefers, so it never starts without that"
        case .unknownHere(let reason, _): "it can't be known on this machine now: \(reason)"
        case .noAlarmClock(let reason): reason
        case .unwatchable(let reason): reason
        case .budgetTooShort(let budget, let long, let count, let longest):
            "\(Self.part(long, of: count)) took longer than \(budget.rounded), up to \(longest.rounded)"
        case .runsTooLong(let interval, let long, let count, let longest):
            "\(Self.part(long, of: count)) took longer than the \(interval.rounded) between occurrences, up to "
                + "\(longest.rounded), so they run into each other"
        case .longerThanInterval(let span, let interval):
            "\(span.rounded) is longer than the \(interval.rounded) between occurrences, so they run into each other"
        case .noInstants: "it has no effect: nothing in this job names a time"
        case .mayBeGone: "it may be gone again when the job starts, and while it runs"
        case .waitsForTheOpposite:
            "the job is due when external power goes, and requires it: it waits until it comes back"
        case .noEvents: "it has no effect: the clock alone makes this job due"
        case .neverSilentForSoLong(let budget):
            "it has no effect: the time budget, \(budget.rounded), is over before"
        case .runsOnce: "it has no effect: a job without a schedule runs once"
        }
    }

    fileprivate var advice: String {
        switch self {
        case .neverDue: "write a date to come, or remove the entry"
        case .afterUntil: "write a later \"until\", or remove the entry"
        case .untilPassed, .untilBeforeFirst: "write a later date, or remove the job"
        case .farAway, .rare: "check the day, the month and the year"
        case .clockChanges(let hits, _):
            "write a time outside \(Self.hours(hits).joined(separator: " and ")) if that is not meant"
        case .eitherDay:
            "write a calendar expression such as \"Fri *-*-01..07 02:30\" if both are meant"
        case .unevenStep(let step): Self.advice(step)
        case .eachMinute: "write a minute such as 0 in place of * if once an hour is meant"
        case .repeated: "remove one of them"
        case .hoursWithoutEnd: "remove the key, or write hours such as \"22:00-06:00\""
        case .outsideHours: "move the schedule into the hours, or the hours to the schedule"
        case .overdueBeforeHours(_, let missed): "write more than \"\(missed.wait.text)\""
        case .delayBeyondHours(_, let at, let closes):
            "write at most \"\(Duration.seconds(closes.seconds - at.seconds).text)\""
        case .beginPassed: "write a date that lies ahead, or remove the key"
        case .overdueAtOnce: "write a later date"
        case .powerInTime: "write a longer time such as \"12h\", or remove the key"
        case .skippedAsleep:
            "write \"once\", and \"maxLateness\" to limit how late it may start"
        case .wokenInVain: "write \"onExternalPower\""
        case .requiredAnyway, .askedForMore: "remove it"
        case .preferredTooLong(_, let latest): "write at most \"\(latest.text)\", or a later \"latestBegin\""
        case .nothingToLose: "remove it, or require something that can, such as \"externalPower\""
        case .neverHolds: "remove one of them"
        case .neverAlternative, .neverPreferred: "remove it, or what excludes it"
        case .skippedBefore(_, let span):
            "write at least \"\(span.text)\", or require what is preferred"
        // Whoever reads it has the descriptor at hand.
        case .unknownHere(_, let remedy): Impediment.remedy(remedy, for: nil)
        case .noAlarmClock: "the job runs as soon as the machine is awake"
        case .unwatchable: "check the path; it is looked at again when that changes"
        case .budgetTooShort(_, _, _, let longest):
            "write more than \"\(longest.wholeMinutes.text)\" if a run is to end by itself"
        case .runsTooLong(_, _, _, let longest):
            "write a \"timeBudget\" that ends them, or an interval above \"\(longest.wholeMinutes.text)\""
        case .longerThanInterval(_, let interval): "write at most \"\(interval.text)\", or a longer interval"
        case .noInstants: "remove it, or add a schedule that does"
        case .runsOnce: "remove it, or add a schedule"
        case .mayBeGone: "write the same in \"requires\""
        case .waitsForTheOpposite: "remove one of them, or write the event \"externalPower\""
        case .noEvents: "write a longer interval if the job is to come less often"
        case .neverSilentForSoLong(let budget):
            "write less than \"\(budget.text)\", or a longer \"timeBudget\""
        }
    }

    /// "an open lid and a closed lid never hold together".
    private static func reason(_ pair: Contradiction?, _ whole: String) -> String {
        guard let pair else { return "\(whole) can't hold at one time" }
        return "\(pair.first.words) and \(pair.second.words) never hold together"
    }

    /// "2 of the last 10 runs".
    private static func part(_ some: Int, of count: Int) -> String {
        count == 1
            ? "the last run" : some == count ? "the last \(count) runs" : "\(some) of the last \(count) runs"
    }

    /// What a warning of this matter rests on.
    fileprivate var basis: WarningText.Basis {
        switch self {
        case .budgetTooShort, .runsTooLong: .history
        case .unknownHere, .noAlarmClock, .unwatchable: .machine
        case .unevenStep, .eachMinute: .intent
        case .neverDue, .untilPassed, .untilBeforeFirst, .afterUntil, .farAway, .rare, .clockChanges,
            .eitherDay,
            .repeated, .hoursWithoutEnd, .outsideHours, .overdueBeforeHours, .delayBeyondHours,
            .beginPassed, .overdueAtOnce,
            .powerInTime, .skippedAsleep, .wokenInVain, .requiredAnyway, .askedForMore, .preferredTooLong,
            .nothingToLose, .neverHolds, .neverAlternative, .neverPreferred, .skippedBefore,
            .longerThanInterval,
            .noInstants, .runsOnce, .mayBeGone, .waitsForTheOpposite, .noEvents,
            .neverSilentForSoLong:
            .descriptor
        }
    }

    /// `the minutes begin anew each hour: 0 comes 15 min after 45, and not 45`.
    private static func reason(_ step: UnevenStep) -> String {
        let (unit, whole) =
            switch step.field {
            case .minute: ("minutes", "hour")
            case .hour: ("hours", "day")
            case .day: ("days", "month")
            case .month: ("months", "year")
            }
        let rest = step.rest.map { "\($0) \(unit)" } ?? "fewer or more \(unit)"
        return
            "it begins anew each \(whole): from \(step.last) to \(step.first) it is \(rest), not \(step.step)"
    }

    private static func advice(_ step: UnevenStep) -> String {
        let every =
            switch step.field {
            case .minute: "\(step.step)m"
            case .hour: "\(step.step)h"
            case .day: "\(step.step)d"
            case .month: ""
            }
        if every.isEmpty { return "name the months, if equal distances are meant" }
        if let from = step.from {
            return "write {\"every\": \"\(every)\", \"from\": \"\(from.text)\"} if equal distances are meant"
        }
        return step.field == .day
            ? "write {\"every\": \"\(every)\", \"from\": \"2026-12-01 09:00\"} for each of its times, if equal distances are meant"
            : "write {\"every\": \"\(every)\"} if equal distances are meant"
    }

    /// `2027-03-28 02:30 does not exist in Europe/Berlin: it runs at 03:00`.
    private static func reason(_ hits: [ClockHit], _ zone: Zone) -> String {
        let days = hits.map { hit in
            let isOne = hit.first == hit.last
            let times = isOne ? hit.first.text : "\(hit.first.text) to \(hit.last.timeText)"
            switch hit.effect {
            case .doesNotExist:
                let when = zone.civil(at: hit.runs).when(besides: hit.first)
                return "\(times) \(isOne ? "does" : "do") not exist: runs \(when)"
            case .comesTwice:
                return "\(times) \(isOne ? "comes" : "come") twice: runs the first time"
            }
        }
        return "clocks change in \(zone.name): \(days.joined(separator: "; "))"
    }

    /// The hours of the day that clock changes touch, each pair once: `02:00-03:00`.
    private static func hours(_ hits: [ClockHit]) -> [String] {
        var hours: [String] = []
        for hit in hits {
            let readings = hit.change.readings
            let text = "\(readings.lowerBound.timeText)-\(readings.upperBound.timeText)"
            if !hours.contains(text) { hours.append(text) }
        }
        return hours
    }

    private static func reason(_ missed: DescriptorWarning.HoursMissed) -> String {
        let wait =
            "no instant of the next year lies in the allowed hours: \(missed.at.text) waits "
            + "\(missed.wait.rounded), until \(missed.opens.text)"
        guard let lateness = missed.maxLateness else { return wait }
        return wait + ", and is skipped then for its maxLateness of \(lateness.rounded): it never runs"
    }
}

extension Duration {
    /// A duration that people would write, no shorter than this one.
    fileprivate var wholeMinutes: Duration {
        let minutes =
            components.seconds / 60 + (components.seconds % 60 > 0 || components.attoseconds > 0 ? 1 : 0)
        return .seconds(minutes.multipliedReportingOverflow(by: 60).partialValue)
    }
}
