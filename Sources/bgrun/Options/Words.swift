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
        guard let duration = Duration(text: text) else {
            throw ValidationError("\(QuotedText(text)) is no duration; write one such as 90s, 15m, 6h or 3d")
        }
        return duration
    }

    static func date(_ text: String) throws -> WallTime {
        guard let date = WallTime(rfc3339: text) else {
            throw ValidationError(
                "\(QuotedText(text)) is no date; write one such as 2026-03-29T02:30:00+02:00")
        }
        return date
    }

    /// A date, also without a zone or a time of day, or a span up to now: an instant to look back to.
    static func past(_ text: String) throws -> WallTime {
        if let date = WallTime(rfc3339: text) ?? LocalZone.instant(text) { return date }
        guard let span = Duration(text: text) else {
            throw ValidationError(
                "\(QuotedText(text)) is neither a date nor a span; write one such as 2026-03-29, "
                    + "\"2026-03-29 02:30\" or 3d")
        }
        return WallTime.present.advanced(by: .zero - span)
    }

    static func stopReason(_ text: String) throws -> StopReason {
        guard let reason = StopReason(text) else {
            let known = StopReason.all.map(\.description).joined(separator: ", ")
            throw ValidationError("\(QuotedText(text)) is no stop reason; write one of \(known)")
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
