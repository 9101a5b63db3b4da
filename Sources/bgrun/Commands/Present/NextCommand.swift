// bgrun next: the instants at which a job or an expression comes up.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "List the instants at which jobs or a schedule come up.",
        usage: """
            bgrun next
            bgrun next --all [--days DAYS]
            bgrun next ID [-n COUNT] [--zone ZONE]
            bgrun next --every DURATION | --cron EXPRESSION | --calendar EXPRESSION [-n COUNT] [--zone ZONE] [--from DATE]
            """,
        discussion: """
            Without an identifier the next instant of each job. With --all also which jobs come up at once and have to \
            wait for each other (their queue, their conflicts, the limit of runs), each taken as a run of the usual \
            length, and when there is time for one more.

            An expression needs no daemon. Days on which clocks are set forward or back are marked, with what \
            becomes of the instant.
            """)

    @Argument(
        help: ArgumentHelp("The job's identifier.", valueName: "identifier"), completion: .jobs,
        transform: Words.jobName)
    var name: JobName?

    @Option(
        help: ArgumentHelp("An interval, such as 6h.", valueName: "duration"), transform: Words.interval)
    var every: Duration?

    @Option(help: ArgumentHelp("A cron expression, such as \"30 2 * * 1-5\".", valueName: "expression"))
    var cron: String?

    @Option(help: ArgumentHelp("A calendar expression, such as \"Mon..Fri 02:30\".", valueName: "expression"))
    var calendar: String?

    @Option(name: [.customShort("n", allowingJoined: true), .long], help: "How many at most.")
    var count = NextCall.usualCount

    @Option(
        help: ArgumentHelp(
            "The zone whose clock the expression and --from mean, the machine's own without it; for a job, the zone to show.",
            valueName: "zone"), completion: .zones)
    var zone: String?

    @Option(help: ArgumentHelp("From this date on; now without it.", valueName: "date"))
    var from: String?

    @Flag(help: "All instants of all jobs: which collide, and when there is time for one more.")
    var all = false

    @Option(help: "With --all: how many days ahead (default: \(NextOfAll.usualDays)).")
    var days: Int?

    @OptionGroup var call: CallOptions

    func validate() throws {
        guard [name != nil, every != nil, cron != nil, calendar != nil].count(where: \.self) <= 1 else {
            throw ValidationError("give one of a job's identifier, --every, --cron and --calendar")
        }
        if let every, every < .seconds(1) { throw ValidationError("--every takes a duration from 1s on") }
        if isOfOne, all || days != nil {
            throw ValidationError(
                "--all and --days are about all jobs; leave out the identifier or the expression")
        }
        if !isOfOne, from != nil { throw ValidationError("--from goes with --every, --cron or --calendar") }
        if let days, !all || !(1...NextOfAll.mostDays).contains(days) {
            throw ValidationError(
                "--days goes with --all, and takes a number from 1 to \(NextOfAll.mostDays)")
        }
        if name != nil, from != nil {
            throw ValidationError(
                "--from goes with --every, --cron or --calendar; a job's instants are those ahead")
        }
        guard (1...NextCall.largestCount).contains(count) else {
            throw ValidationError("-n takes a number from 1 to \(NextCall.largestCount)")
        }
    }

    private var isOfOne: Bool { name != nil || every != nil || cron != nil || calendar != nil }

    func run() throws {
        guard isOfOne else {
            let days = all ? days ?? NextOfAll.usualDays : nil
            return try NextOfAll(call: call, days: days, zone: machineZone(named: zone, by: "--zone")).print()
        }
        let usual = try machineZone(named: zone, by: "--zone")
        guard let name else { return show(try ofExpression(usual), of: nil, usual) }
        try call.daemon.job(name) { target in
            show(try ofJob(target, usual), of: target.identifier, usual)
        }
    }

    private func show(_ instants: [NextInstant], of identifier: JobIdentifier?, _ usual: Zone) {
        if call.output.json { return Terminal.write(json: NextReport.json(instants)) }
        let text = NextText(
            instants, of: identifier, usualZone: usual, clock: LocalZone.clock, screen: Terminal.screen)
        Terminal.write(text.lines)
    }

    /// A job's instants, each in the zone of its schedule unless `--zone` names one for all.
    private func ofJob(_ target: Target, _ usual: Zone) throws -> [NextInstant] {
        var connection = try call.daemon.connect()
        let upcoming = try call.daemon.naming {
            try connection.call(NextCall(target, count: count)).next
        }
        let instants = upcoming.map { upcoming in
            // A zone that only the daemon's machine has is shown in the usual one.
            let own = zone == nil ? upcoming.zone.flatMap { try? MachineZones.zone(named: $0) } : nil
            return NextInstant(upcoming.at, in: own ?? usual, latest: upcoming.latest, opens: upcoming.opens)
        }
        guard zone == nil, instants.contains(where: { $0.change != nil }) else { return instants }
        // Which time a clock change has moved is in the descriptor; the job may be gone by now.
        let schedules = (try? connection.call(WhyCall(target)))?.job.descriptor.schedule.compactMap(
            Schedule.init)
        return zip(upcoming, instants).map { upcoming, instant in
            let entries = (schedules ?? []).filter { $0.followsLocalClock && $0.zoneName == upcoming.zone }
            return NextInstant(
                instant.at, in: instant.zone, of: entries, latest: instant.latest, opens: instant.opens)
        }
    }

    private func ofExpression(_ usual: Zone) throws -> [NextInstant] {
        let schedule = try schedule()
        let zone = try schedule.zoneName.map { try machineZone(named: $0, by: "--calendar") } ?? usual
        var zones = KnownZones(local: zone)
        if let name = schedule.zoneName { zones[name] = zone }
        // By the clock that the expression means, and not by the reader's own.
        let from = try from.map { try Words.date($0, by: "--from", LocalZone.clock(of: zone)) }
        let begin = from ?? .present
        // An instant at which one begins is the first one, as in a descriptor.
        var last = from?.advanced(by: .microseconds(-1)) ?? begin
        var instants: [NextInstant] = []
        while instants.count < count, let next = schedule.next(after: last, anchor: begin, zones: zones) {
            instants.append(NextInstant(next, in: zone, of: [schedule]))
            last = next
        }
        return instants
    }

    /// The zone of a name that stands in an option; the machine's own without a name.
    private func machineZone(named name: String?, by option: String) throws -> Zone {
        do throws(ZoneFileFault) {
            return try MachineZones.zone(named: name)
        } catch {
            let place = name == nil ? "" : "\(option): "
            throw Failure.usage("\(place)\(error.reason.visible)", advice: error.advice)
        }
    }

    private func schedule() throws -> Schedule {
        for (option, text) in [("--cron", cron), ("--calendar", calendar)] {
            guard let text, (try? CronExpression(text)) == nil || option == "--calendar",
                (try? CalendarExpression(text)) == nil || option == "--cron"
            else { continue }
            if let other = Words.otherSchedule(text, than: option) { throw other }
        }
        do throws(ScheduleFault) {
            if let every { return .every(Every(interval: every)) }
            if let cron { return .cron(try CronExpression(cron), zone: nil) }
            let expression = try CalendarExpression(calendar ?? "")
            if zone != nil, expression.zoneName != nil {
                throw ScheduleFault(
                    reason: "the expression names a zone already", advice: "remove it, or --zone")
            }
            return .calendar(expression, zone: nil)
        } catch {
            throw Failure.usage(
                "\(cron == nil ? "--calendar" : "--cron"): \(error.reason.visible)", advice: error.advice)
        }
    }
}

extension Schedule {
    /// An entry with a clock of its own; nil for any other, and for an expression of a newer daemon.
    fileprivate init?(_ report: ScheduleReport) {
        switch report.form {
        case .cron(let text):
            guard let expression = try? CronExpression(text) else { return nil }
            self = .cron(expression, zone: report.timeZone)
        case .calendar(let text):
            guard let expression = try? CalendarExpression(text) else { return nil }
            self = .calendar(expression, zone: report.timeZone)
        case .every(let interval, let origin):
            self = .every(Every(interval: interval, from: origin, zone: report.timeZone))
        case .event, .device, .mount, .path: return nil
        }
    }
}
