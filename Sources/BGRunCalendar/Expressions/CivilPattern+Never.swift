// Why a pattern never comes.

extension CivilPattern {
    /// What is contradictory in the pattern, as the end of a sentence; nil where it comes at some time.
    var reasonForNever: String? {
        let first = CivilTime(year: Self.listedYears.lowerBound, month: 1, day: 1)
        guard next(onOrAfter: first) == nil else { return nil }
        guard let day = days.bit(from: 0) ?? (workday > 0 && workday != Self.lastWorkday ? workday : nil)
        else {
            return "none of its days is ever one of its weekdays"
        }
        // February counts with 29 days here: where a leap year is all that lacks, the date is named with its year.
        let longest = months.places.map { CivilDate.days(inMonth: $0, year: 2000) }.max() ?? 0
        if daysFromEnd == 0, day > longest {
            let names = months.places.map { Self.monthNames[Int($0 - 1)] }
            return "\(names.enumerated().joined) \(names.count == 1 ? "has" : "have") no \(Self.ordinal(day))"
        }
        if daysFromEnd == 0, months == 1 << 2, day == 29, weekdays == 0x7F {
            return "February has no 29th in its years"
        }
        return "none of its dates is ever on one of its weekdays"
    }

    /// Takes days out, unless none would be left.
    mutating func leaveOut(_ days: ExceptedDays?) throws(ScheduleFault) {
        except = days
        let first = CivilTime(year: Self.listedYears.lowerBound, month: 1, day: 1)
        guard days != nil, next(onOrAfter: first) == nil else { return }
        throw ScheduleFault(
            reason: "no day is left on which it comes", advice: "remove some of them, or the whole entry")
    }

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    private static func ordinal(_ day: Int64) -> String { day == 31 ? "31st" : "\(day)th" }
}

extension EnumeratedSequence<[String]> {
    /// `April`, `April and June`, `April, June and September`.
    fileprivate var joined: String {
        let words = map(\.element)
        return words.enumerated().map { index, word in
            index == 0 ? word : (index == words.count - 1 ? " and " : ", ") + word
        }.joined()
    }
}
