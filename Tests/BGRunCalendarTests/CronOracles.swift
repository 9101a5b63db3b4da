// Two other implementations of cron expressions, asked for thousands of answers at once.
import BGRunCalendar
import BGRunTestSupport
import Foundation
import Testing

/// PyPI's cronsim, which follows Debian's cron, and croniter, which has a switch for Debian's rule of days.
enum CronOracles {
    struct Question: Encodable {
        var cron: String
        /// The same in croniter's spelling, where that differs.
        var croniter: String?
        /// Strictly after this: seconds since 1970 of a local clock, or of UTC where there is a zone.
        var base: Int64
        var count: Int
        var zone: String?
    }

    /// The readings or instants in seconds; nil where the expression is refused or never comes.
    struct Answer: Decodable {
        var cronsim: [Int64]?
        var croniter: [Int64]?
    }

    private static let program = """
        import datetime, itertools, json, sys, zoneinfo
        from croniter import croniter
        from cronsim import CronSim
        epoch = datetime.datetime(1970, 1, 1)
        def ask(question, ticks):
            zone = question.get("zone")
            base = epoch + datetime.timedelta(seconds=question["base"])
            if zone:
                base = base.replace(tzinfo=datetime.timezone.utc).astimezone(zoneinfo.ZoneInfo(zone))
            try:
                times = list(itertools.islice(ticks(question, base), question["count"]))
            except Exception:
                return None
            if len(times) < question["count"]:
                return None
            return [int(t.timestamp()) if zone else int((t - epoch).total_seconds()) for t in times]
        def cronsim_ticks(question, base):
            return CronSim(question["cron"], base)
        def croniter_ticks(question, base):
            text = question.get("croniter", question["cron"])
            ticks = croniter(text, base, ret_type=datetime.datetime, second_at_beginning=True,
                             implement_cron_bug=True, max_years_between_matches=60)
            while True:
                yield ticks.get_next()
        for line in sys.stdin:
            question = json.loads(line)
            print(json.dumps({"cronsim": ask(question, cronsim_ticks), "croniter": ask(question, croniter_ticks)}))
        """

    static func answers(to questions: [Question]) throws -> [Answer] {
        let python = Repository.path(".venv/bin/python3")
        try #require(FileManager.default.isExecutableFile(atPath: python), "`make deps` makes \(python)")
        let encoder = JSONEncoder()
        let lines = try questions.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
        let command = try Command.run([python, "-c", program], input: lines.joined())
        try #require(command.status == 0, "\(command.errors)")
        let answers = try command.output.split(separator: "\n").map {
            try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
        }
        try #require(answers.count == questions.count)
        return answers
    }
}

/// A cron expression made up at random: everything that is read, in every mixture.
struct RandomCron {
    private(set) var text = ""
    /// Whether croniter means the same by it.
    ///
    /// It takes no nth weekday beside plain ones, and wants both where a day of the month stands beside an nth weekday.
    private(set) var isForCroniter = true

    init(using random: inout SeededGenerator) {
        var fields = [field(0...59, using: &random), field(0...23, using: &random)]
        if Bool.random(using: &random) { fields.insert(field(0...59, using: &random), at: 0) }
        let day = dayField(using: &random)
        let months = ["jan", "Feb", "MAR", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        fields += [day, field(1...12, names: months, using: &random)]
        let weekday = weekdayField(using: &random)
        let marks = weekday.filter { "#L".contains($0) }.count
        let hasPlain = weekday.split(separator: ",").count > marks
        if marks > 0, hasPlain || !day.hasPrefix("*") { isForCroniter = false }
        text = (fields + [weekday]).joined(separator: " ")
    }

    /// What croniter calls `5L`.
    var croniterText: String {
        text.split(separator: " ").enumerated().map { index, field in
            field.split(separator: ",").map {
                $0.hasSuffix("L") && $0.count == 2 ? "L\($0.first ?? "0")" : $0
            }
            .joined(separator: ",")
        }.joined(separator: " ")
    }

    private func dayField(using random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: "L"
        case 1: "L,\(Int.random(in: 1...31, using: &random))"
        case _: field(1...31, using: &random)
        }
    }

    private func weekdayField(using random: inout SeededGenerator) -> String {
        let weekday = Int.random(in: 0...6, using: &random)
        let nth = "\(weekday)#\(Int.random(in: 1...5, using: &random))"
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return nth
        case 1: return "\(weekday)L"
        case 2:
            return "\(Int.random(in: 0...6, using: &random))L,\(nth),\(Int.random(in: 0...7, using: &random))"
        case 3: return "\((weekday + 1) % 7)#1,\(nth)"
        case _:
            return field(
                0...7, names: ["sun", "MON", "tue", "Wed", "thu", "fri", "sat", "7"], using: &random)
        }
    }

    private func field(
        _ range: ClosedRange<Int>, names: [String] = [], using random: inout SeededGenerator
    ) -> String {
        let elements = Int.random(in: 0..<5, using: &random) == 0 ? Int.random(in: 2...4, using: &random) : 1
        return (0..<elements).map { _ in element(range, names: names, isAlone: elements == 1, using: &random)
        }
        .joined(separator: ",")
    }

    private func element(
        _ range: ClosedRange<Int>, names: [String], isAlone: Bool, using random: inout SeededGenerator
    ) -> String {
        let low = Int.random(in: range, using: &random)
        // Not `5-5`: with a step cronsim makes `5/…` of it, and croniter all the way round.
        let high = Int.random(in: min(low + 1, range.upperBound)...range.upperBound, using: &random)
        let step = Int.random(in: 1...(range.upperBound / 2), using: &random)
        func word(_ value: Int) -> String {
            let name = value - range.lowerBound < names.count ? names[value - range.lowerBound] : "\(value)"
            return Bool.random(using: &random) ? name : "\(value)"
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4 where isAlone: return "*"
        case 4: return "*/\(step)"
        case 5 where low < high: return "\(word(low))-\(word(high))"
        case 6 where low < high: return "\(low)-\(high)/\(step)"
        case _: return word(low)
        }
    }
}
