// The options of `bgrun submit … -- COMMAND`, and the descriptor they make.
import ArgumentParser
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText

/// What a command is to be run with.
struct CommandOptions: ParsableArguments {
    @Option(help: "Its identifier; without it one is made and printed.", transform: Words.identifier)
    var identifier: JobIdentifier?

    @Option(help: "A title for people.")
    var title: String?

    @Flag(help: "Run only on external power.")
    var externalPower = false

    @Flag(help: "Run only with a network.")
    var network = false

    @Flag(help: "Run only on an unmetered network.")
    var unmetered = false

    @Option(
        help: ArgumentHelp(
            "Run only while nobody has used the machine for so long, such as 10m.", valueName: "duration"),
        transform: Words.duration)
    var idle: Duration?

    @Option(
        help: ArgumentHelp(
            "Run only while the battery has so many percent, such as 30.", valueName: "percent"),
        transform: Words.percent)
    var battery: Int?

    @Option(
        name: .customLong("env"), parsing: .singleValue,
        help: ArgumentHelp(
            "A variable of its environment, or the name of one of yours; may be repeated. Values are never shown.",
            valueName: "name=value"),
        transform: Words.variable)
    var variables: [JSONObject.Member] = []

    @Option(
        help: ArgumentHelp("Not before this span is over, such as 2h.", valueName: "duration"),
        transform: Words.duration)
    var `in`: Duration?

    @Option(
        help: ArgumentHelp(
            "Not before then, such as 02:30, tomorrow, \"mon 02:30\" or 2026-03-29T02:30:00+02:00.",
            valueName: "date"),
        transform: Words.dateAhead)
    var at: WallTime?

    @Option(
        help: ArgumentHelp("Again and again, such as 6h.", valueName: "duration"), transform: Words.interval)
    var every: Duration?

    @Option(
        help: ArgumentHelp(
            "Again and again, by a cron expression such as \"30 2 * * 1-5\".", valueName: "expression"))
    var cron: String?

    @Option(
        help: ArgumentHelp(
            "Again and again, by a calendar expression such as \"Mon..Fri 02:30\".", valueName: "expression"))
    var calendar: String?

    @Flag(
        help:
            "Each night at a time of its own from 02:00 to 03:00, on external power; a night that was missed is made up for once."
    )
    var nightly = false

    @Option(
        help: ArgumentHelp(
            "The zone of --cron, --calendar or --nightly, such as Europe/Berlin; without it the machine's own.",
            valueName: "zone"), completion: .zones)
    var zone: String?

    @Option(
        help: ArgumentHelp("How long a run may work, such as 20m.", valueName: "duration"),
        transform: Words.duration)
    var budget: Duration?

    @Option(
        help: ArgumentHelp("From SIGTERM to SIGKILL, such as 10s.", valueName: "duration"),
        transform: Words.duration)
    var grace: Duration?

    @Option(
        name: .customLong("key"), parsing: .singleValue,
        help: ArgumentHelp(
            "Any other key of a descriptor, such as watchdog=2m or 'resources={\"memoryMax\": \"1G\"}'.",
            valueName: "key=value"),
        transform: Words.member)
    var keys: [JSONObject.Member] = []

    func validate() throws {
        if `in` != nil, at != nil { throw ValidationError("give either --in or --at") }
        var names: Set<String> = []
        if let again = variables.first(where: { !names.insert($0.key).inserted }) {
            throw ValidationError("--env gives \(again.key.visible) twice; give it once")
        }
        for (option, text, isOne) in [
            ("--cron", cron, cron.map { (try? CronExpression($0)) != nil } ?? true),
            ("--calendar", calendar, calendar.map { (try? CalendarExpression($0)) != nil } ?? true),
        ] {
            if let text, !isOne, let other = Words.otherSchedule(text, than: option) { throw other }
        }
        guard [every != nil, cron != nil, calendar != nil, nightly].count(where: \.self) <= 1 else {
            throw ValidationError(
                "give one of --every, --cron, --calendar and --nightly; a descriptor may have several schedules"
            )
        }
        if zone != nil, cron == nil, calendar == nil, !nightly {
            throw ValidationError("--zone goes with --cron, --calendar or --nightly")
        }
        if let idle, idle <= .zero {
            throw ValidationError("--idle takes a duration above zero, such as 10m")
        }
    }

    var isEmpty: Bool {
        identifier == nil && title == nil && !externalPower && !network && `in` == nil && at == nil
            && schedule == nil && budget == nil && grace == nil && keys.isEmpty
            && requirements.members.isEmpty
            && variables.isEmpty
    }

    /// Whether they say when the job is to begin.
    var isLater: Bool { `in` != nil || at != nil || schedule != nil }

    private var schedule: JSONObject? {
        if let every { return ["every": .string(every.text)] }
        let calendar = calendar ?? (nightly ? Nightly.calendar : nil)
        guard let (key, text) = cron.map({ ("cron", $0) }) ?? calendar.map({ ("calendar", $0) }) else {
            return nil
        }
        var schedule = JSONObject([JSONObject.Member(key: key, value: .string(text))])
        if let zone { schedule["timeZone"] = .string(zone) }
        return schedule
    }

    /// What `requires` says beside what has a key of its own.
    private var requirements: JSONObject {
        var requirements = JSONObject()
        if unmetered { requirements["network"] = ["unmetered": true] }
        if let idle { requirements["idle"] = .string(idle.text) }
        if let battery { requirements["batteryLevel"] = .integer(Int64(battery)) }
        return requirements
    }

    /// The variables of the environment.
    private var environment: JSONObject {
        var environment = JSONObject()
        for variable in variables { environment[variable.key] = variable.value }
        return environment
    }

    /// The descriptor for a command: its program by full path, in the caller's directory.
    func descriptor(for command: [String]) throws -> JSONObject {
        let program = try CallerProgram.path(ofCommand: command)
        var object: JSONObject = [
            "identifier": .string(identifier?.text ?? Self.identifier(for: program)),
            "command": .array(([program] + command.dropFirst()).map { .string($0) }),
            "workingDirectory": .string(try CallerProgram.workingDirectory()),
        ]
        if let title { object["title"] = .string(title) }
        if let span = `in` { object["earliestBeginDate"] = .string("+\(span.text)") }
        if let at { object["earliestBeginDate"] = .string(WallTime(wholeSeconds: at.wholeSeconds).rfc3339) }
        if let schedule { object["schedule"] = .object(schedule) }
        if nightly { object["fixedDelay"] = Nightly.delay }
        if externalPower || nightly { object["requiresExternalPower"] = true }
        if network, !unmetered { object["requiresNetwork"] = true }
        if !requirements.members.isEmpty { object["requires"] = .object(requirements) }
        if !environment.members.isEmpty { object["environment"] = .object(environment) }
        if let budget { object["timeBudget"] = .string(budget.text) }
        if let grace { object["gracePeriod"] = .string(grace.text) }
        for member in keys {
            if ["command", "shell", "unit", "identifier"].contains(member.key) {
                throw ValidationError(
                    "--key \(member.key): the command stands behind --, and its name at --identifier")
            }
            // The caller's directory is what is meant where nothing is said.
            guard object[member.key] == nil || member.key == "workingDirectory" else {
                throw ValidationError("--key \(member.key): the key is given twice; give it once")
            }
            object[member.key] = member.value
        }
        return object
    }

    /// `rsync.1774740600123456`: what it runs and when it was asked for, in microseconds.
    private static func identifier(for program: String) -> String {
        let name = program.split(separator: "/").last ?? "job"
        let letters = name.unicodeScalars.filter { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        }
        let base = letters.isEmpty ? "job" : String(String.UnicodeScalarView(letters.prefix(64)))
        return "\(base).\(Clock.read(.realtime))"
    }
}

/// What "nightly" means: once a night, not all jobs in the same minute.
enum Nightly {
    static let calendar = "02:00"
    /// The same every night on one machine, another for each job.
    static let delay: JSONValue = "1h"
}
