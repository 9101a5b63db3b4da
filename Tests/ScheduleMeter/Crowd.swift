// Jobs with schedules of every kind, in several zones: the same ones in every run.
import BGRunCalendar
import BGRunDevice
import BGRunJob

/// Makes up job after job.
///
/// Most come once a day or more seldom, as real ones do. Intervals begin at a date, so that none of them is due when
/// it is accepted.
struct Crowd {
    static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia",
        "Asia/Kathmandu", "UTC",
    ]

    /// Nothing of any job comes up before this instant.
    let begin: WallTime
    /// Whether each job names `begin` as its date.
    let isDated: Bool
    private var chance = Chance(7)
    private var number = 0

    init(from begin: WallTime, isDated: Bool = false) {
        self.begin = begin
        self.isDated = isDated
    }

    mutating func next() throws -> JobDescriptor {
        number += 1
        let name = "org.example.schedule.\(number)"
        guard let identifier = JobIdentifier(name) else { preconditionFailure("\(name) is an identifier") }
        let (schedules, date) = try schedules()
        return JobDescriptor(
            identifier: identifier, program: .command(["/bin/true"]),
            earliestBegin: (isDated ? date ?? begin : date).map { .date($0) }, schedules: schedules)
    }

    /// The shape goes by the number, what stands in it by chance.
    private mutating func schedules() throws -> ([Schedule], WallTime?) {
        let zone = Self.zones[number % Self.zones.count]
        let (minute, hour, second) = (pick(0...59), pick(0...23), pick(0...59))
        func cron(_ text: String) throws -> Schedule { .cron(try CronExpression(text), zone: zone) }
        func calendar(_ text: String) throws -> Schedule {
            .calendar(try CalendarExpression(text), zone: zone)
        }
        switch number % 10 {
        case 0: return ([try cron("\(minute) \(hour) * * *")], nil)
        case 1: return ([try cron("\(minute) \(hour) * * \(pick(0...6))")], nil)
        case 2: return ([try cron("\(minute) */6 * * *")], nil)
        case 3: return ([try cron("\(minute) \(hour) * * \(pick(0...6))#\(pick(1...4))")], nil)
        case 4: return ([try calendar("Mon..Fri \(hour):\(minute):\(second)")], nil)
        case 5: return ([try calendar("*-*~01 \(hour):\(minute):\(second)")], nil)
        case 6: return ([try calendar("*-02-29 \(hour):\(minute):\(second)")], nil)
        case 7: return ([try cron("\(minute) \(hour) * * 1-5"), try calendar("Sat \(hour):30")], nil)
        case 8: return every(pick(6...48), .grid)
        default: return every(pick(6...48), .completion)
        }
    }

    private mutating func every(_ hours: Int, _ origin: Every.Origin) -> ([Schedule], WallTime?) {
        let date = begin.advanced(by: .seconds(pick(1...hours * 3600)))
        return ([.every(Every(interval: .seconds(hours * 3600), from: origin))], date)
    }

    private mutating func pick(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &chance) }
}
