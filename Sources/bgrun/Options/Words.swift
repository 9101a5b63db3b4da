// From words of the command line to values.
import ArgumentParser
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText

/// Words of the command line to values; what can't be read says why.
enum Words {
    static func identifier(_ text: String) throws -> JobIdentifier {
        guard let identifier = JobIdentifier(text) else {
            throw ValidationError("\(QuotedText(text)): \(JobIdentifier.fault(in: text) ?? "no identifier")")
        }
        return identifier
    }

    static func jobName(_ text: String) throws -> JobName {
        guard let name = JobName(text) else {
            throw ValidationError("\(QuotedText(text)): \(JobName.fault(in: text) ?? "no identifier")")
        }
        return name
    }

    static func tag(_ text: String) throws -> Label {
        guard let tag = Label(text) else {
            throw ValidationError(
                "\(QuotedText(text)) is no tag; write a word of letters, digits, '.', '_' and '-', such as media"
            )
        }
        return tag
    }

    /// From 0 to 100, also with a sign behind it.
    static func percent(_ text: String) throws -> Int {
        guard let percent = Int(text.hasSuffix("%") ? text.dropLast() : text[...]),
            (0...100).contains(percent)
        else {
            throw ValidationError("\(QuotedText(text)) is no share; write a whole number from 0 to 100")
        }
        return percent
    }

    /// A key of a descriptor with its value: as JSON, or a text that is none.
    static func member(_ text: String) throws -> JSONObject.Member {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw ValidationError("\(QuotedText(text)) is no KEY=VALUE; write one such as watchdog=2m")
        }
        let (key, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
        do throws(JSONError) {
            return JSONObject.Member(key: key, value: try JSONValue(parsing: value, limits: .descriptor))
        } catch {
            if let first = value.first, "[{\"".contains(first) {
                throw ValidationError("the value of \(QuotedText(key)) is no JSON: \(error)")
            }
            return JSONObject.Member(key: key, value: .string(value))
        }
    }

    static func owner(_ text: String) throws -> UserID {
        if let number = UInt32(text) { return UserID(number) }
        guard let account = (try? UserAccount.with(name: text)).flatMap(\.self) else {
            throw ValidationError("\(QuotedText(text)) is no user; write a name, or a number such as 1000")
        }
        return UserID(account.user)
    }

    static func duration(_ text: String) throws -> Duration {
        guard let duration = Duration(text: text.lowercased()) else {
            throw ValidationError(
                "\(QuotedText(text)) is no duration; write one such as 90s, 15m, 1h30m or 3d")
        }
        return duration
    }

    /// What is a schedule of another kind, with the option that takes it; nil where it is none.
    static func otherSchedule(_ text: String, than option: String) -> ValidationError? {
        guard let other = Mistyped.option(for: [text]), other.first != option else { return nil }
        return ValidationError(
            "\(option): \(QuotedText(text)) is another kind of schedule; write \(Mistyped.typed(other))")
    }

    /// The length of an interval. What is the name of one, or a date that comes again, is another option's.
    static func interval(_ text: String) throws -> Duration {
        if Duration(text: text.lowercased()) == nil, let option = Mistyped.option(for: [text]),
            option.first != "--every"
        {
            throw ValidationError(
                "\(QuotedText(text)) is no duration; write \(Mistyped.typed(option)), or a duration such as 6h"
            )
        }
        return try duration(text)
    }

    /// An instant ahead: a date, a time of day, a day, or a span from now.
    static func date(_ text: String) throws -> WallTime { try date(text, LocalZone.clock) }

    /// The same, where one that has passed would have the job start at once.
    static func dateAhead(_ text: String) throws -> WallTime {
        let date = try date(text)
        guard date >= WallTime.present.advanced(by: .seconds(-60)) else {
            throw ValidationError(
                "\(QuotedText(text)) has passed; write a date that lies ahead, or leave it out to have the job start at once"
            )
        }
        return date
    }

    /// The same by another clock than the reader's, and later than the options are read.
    static func date(_ text: String, by option: String, _ clock: LocalClock) throws -> WallTime {
        do {
            return try date(text, clock)
        } catch let error as ValidationError {
            throw Failure.usage("\(option): \(error.message)")
        }
    }

    private static func date(_ text: String, _ clock: LocalClock) throws -> WallTime {
        guard let date = SpokenInstant(.ahead, by: clock).instant(text) else {
            // One that has passed would be refused next.
            let tomorrow = WallTime(wholeSeconds: clock.now.wholeSeconds + CivilTime.secondsPerDay)
            throw ValidationError(
                "\(QuotedText(text)) is no date; write one such as 02:30, \"tomorrow 02:30\", \"mon 02:30\", 1h30m, "
                    + "\"\(clock.fullDate(tomorrow))\" or \(tomorrow.rfc3339)")
        }
        return date
    }

    /// An instant to look back to: a date, a time of day, a day, or a span up to now.
    static func past(_ text: String) throws -> WallTime {
        guard let date = SpokenInstant(.back, by: LocalZone.clock).instant(text) else {
            throw ValidationError(
                "\(QuotedText(text)) is neither a date nor a span; write one such as 2026-03-29, "
                    + "\"2026-03-29 02:30\", yesterday, \"mon 14:00\" or 3d")
        }
        return date
    }

    /// `NAME=VALUE` of an environment, or the name of a variable of ours. No value is ever shown.
    static func variable(_ text: String) throws -> JSONObject.Member {
        let name = text.prefix { $0 != "=" }
        guard !name.isEmpty else {
            throw ValidationError(
                "\(QuotedText(text)) names no variable; write NAME=VALUE, or the NAME of one of yours")
        }
        if name.utf8.count < text.utf8.count {
            return JSONObject.Member(
                key: String(name), value: .string(String(text.dropFirst(name.count + 1))))
        }
        guard let value = Machine.environment(text) else {
            if Machine.environmentNames.contains(text) {
                throw ValidationError(
                    "the variable \(QuotedText(text)) here is not UTF-8, and a descriptor can't hold it; write \(text.visible)=VALUE"
                )
            }
            throw ValidationError(
                "there is no variable \(QuotedText(text)) here; write \(text.visible)=VALUE")
        }
        return JSONObject.Member(key: text, value: .string(value))
    }

    static func stopReason(_ text: String) throws -> StopReason {
        guard let reason = StopReason(text) else {
            // Of those that name a requirement one is enough to read.
            let known = StopReason.all.filter { reason in
                if case .requirementLost(let kind) = reason { kind == .externalPower } else { true }
            }.map(\.description).joined(separator: ", ")
            throw ValidationError(
                "\(QuotedText(text)) is no stop reason; write one of \(known), or another requirement")
        }
        return reason
    }

    /// Several words are one list: `externalPower=off idle=10m`.
    static func simulatedConditions(_ words: [String]) throws -> SimulatedConditions {
        do throws(SimulatedConditions.Fault) {
            return try SimulatedConditions(text: words.joined(separator: ","))
        } catch {
            throw ValidationError("\(error.reason); \(error.advice)")
        }
    }

    static func run(_ text: String) throws -> RunID {
        guard let number = Int64(text), number > 0 else {
            throw ValidationError("\(QuotedText(text)) is no run; write its number, such as 12")
        }
        return RunID(number)
    }

    /// What users are called to who runs the program.
    static var owners: OwnerNames { OwnerNames(shownTo: UserID(Machine.effectiveUser), name: name(of:)) }

    /// A user's name where the machine knows one.
    static func name(of user: UserID) -> String {
        let account = try? UserAccount.with(user: user.rawValue)
        return account?.name ?? user.description
    }
}
