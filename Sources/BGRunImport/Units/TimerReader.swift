// A timer of systemd and the service that it starts, as one job.
import BGRunCalendar
import BGRunJSON

/// Makes a descriptor of a timer.
package struct TimerReader {
    /// What there is of a unit's name.
    package enum Found: Sendable {
        /// Its file, and its drop-ins in the order in which they count.
        case parts([ForeignSource])
        /// There is something of the name, of which no job is made.
        case refused(String, advice: String)
        case nowhere
    }

    /// What the job runs.
    package enum Work: Sendable {
        /// The commands of the service, as jobs of bgrun run them.
        case commands
        /// The service itself, which systemd starts.
        case unit

        fileprivate var adviceOnConditions: String {
            switch self {
            case .commands: "install the job only where it holds"
            case .unit: "release the timer where it does not hold"
            }
        }
    }

    private var timer: Unit
    private var sketch: JobSketch
    /// Why it is due at all.
    private var hasSchedule = false
    /// Whether its schedule has times, and not events alone.
    private var hasTimes = false
    /// The first line that was to say when it is due, and does not.
    private var noTime: (place: Place, reason: String, advice: String?)?

    /// Reads a timer into what was imported so far.
    ///
    /// - Parameters:
    ///   - specifiers: What `%h` and the like stand for, by their letters.
    ///   - work: What is run when it is due.
    ///   - path: The directory of its file as it was typed, with its slash; empty for the usual ones.
    ///   - directory: Where the manager starts what does not say where; nil: in its owner's home.
    ///   - isUsers: Whether it is of a user's own manager.
    ///   - isMisplaced: It is a unit of a user's own manager, and its job would be root's.
    ///   - find: Asked for the timer and for the service that it starts.
    ///   - isThere: Asked for mounts, of which no more is to be known; nil: `find` is.
    package static func read(
        _ name: String, as work: Work = .commands, specifiers: [Character: String], at path: String = "",
        in directory: String?, isUsers: Bool = false, isMisplaced: Bool = false,
        into imported: inout Imported,
        isThere: ((String) -> Bool)? = nil,
        find: @escaping (String) -> Found
    ) {
        guard !name.hasSuffix("@.timer") else {
            return imported.say(
                Remark(
                    .refused, Place(path: path + name, line: nil, subject: ""),
                    "this is a template, which says nothing by itself",
                    advice: "name an instance, such as \(path)\(name.dropLast(".timer".count))home.timer"))
        }
        guard let timer = unit(name, specifiers, nil, &imported, find) else { return }
        var reader = TimerReader(
            timer, named: imported.name("local.systemd.\(name.dropLast(".timer".count))"))
        reader.sketch.isUsers = isUsers
        if isMisplaced {
            reader.sketch.say(
                .changed, timer.place, "this is a unit of a user's own manager, and its job is root's here",
                advice: "that user imports it by bgrun import systemd --user")
        }
        guard let service = reader.serviceName else {
            reader.sketch.say(
                .refused, reader.timer.place, "which service it starts is not known here",
                advice: "write it out in a drop-in: systemctl edit \(name)")
            return imported.take(reader.sketch)
        }
        if service.hasSuffix(".service") {
            guard let unit = unit(service, specifiers, reader.sketch, &imported, find) else { return }
            var service = ServiceReader(
                unit, of: timer.name, reader.readTimer(work), as: work, in: directory,
                isThere: isThere ?? { if case .parts = find($0) { true } else { false } })
            imported.take(service.read())
        } else {
            reader.sketch.say(
                .refused, reader.timer.place, "it starts \(service), which is no service",
                advice: "write a job that runs systemctl start \(service)")
            imported.take(reader.sketch)
        }
    }

    private static func unit(
        _ name: String, _ specifiers: [Character: String], _ sketch: JobSketch?, _ imported: inout Imported,
        _ find: (String) -> Found
    ) -> Unit? {
        let place = sketch?.place ?? Place(path: name, line: nil, subject: "")
        func refuse(_ reason: String, _ advice: String) {
            imported.say(Remark(.refused, place, reason, advice: advice, job: sketch?.name))
        }
        switch find(name) {
        case .parts(let parts): return Unit(name, parts, specifiers)
        case .refused(let reason, let advice): refuse(reason, advice)
        case .nowhere:
            refuse(
                "there is no file of \(name)",
                sketch == nil
                    ? "check its name, or name the file with its directory"
                    : "put it beside the timer, or name another one there by Unit=")
        }
        return nil
    }

    private init(_ timer: Unit, named name: String) {
        self.timer = timer
        sketch = JobSketch(name, at: timer.place)
    }

    /// Nil where it is written with what is not known here. What is no unit's name systemd passes over.
    private var serviceName: String? {
        var timer = timer
        let own = "\(timer.name.dropLast(".timer".count)).service"
        guard let written = timer.last("Timer", "Unit") else { return own }
        switch timer.expanded(written.value) {
        case .success(let name):
            return name.split(separator: ".").last.map { Self.types.contains(String($0)) } == true
                ? name : own
        case .failure(let unknown): return unknown.isOfSystemd ? nil : own
        }
    }

    private static let types: Set = [
        "service", "socket", "target", "device", "mount", "automount", "swap", "timer", "path", "slice",
        "scope",
    ]

    // MARK: - When

    private mutating func readTimer(_ work: Work) -> JobSketch {
        if let title = timer.last("Unit", "Description"),
            case .success(let text) = timer.expanded(title.value)
        {
            sketch["title"] = .string(text)
            sketch.say(.kept, title.place, "\"title\" is the same, where the service has none")
        }
        switch work {
        case .commands: sketch["notes"] = .string("Imported from \(timer.name) of systemd.")
        case .unit:
            sketch["notes"] = .string(
                "In the place of \(timer.name) of systemd: bgrun release \(timer.name) gives it back.")
        }
        calendars()
        spans()
        delays()
        for (key, advice) in [
            ("OnClockChange", "{\"event\": \"wake\"} may be near enough"), ("OnTimezoneChange", nil),
        ] {
            guard let written = timer.last("Timer", key), Unit.boolean(written.value) == true else {
                continue
            }
            sketch.say(.notKept, written.place, "no event of bgrun is that", advice: advice)
        }
        if !hasSchedule, !sketch.isRefused {
            sketch.say(
                .refused, noTime?.place ?? timer.place,
                (noTime.map { "\($0.reason), and " } ?? "") + "nothing says when it is due",
                advice: noTime?.advice ?? "write a \"schedule\" yourself")
        }
        rest(work)
        return sketch
    }

    /// What nothing was said of.
    private mutating func rest(_ work: Work) {
        if let written = timer.last("Timer", "Unit") {
            (try? timer.expanded(written.value).get()) == serviceName
                ? sketch.say(.kept, written.place, "that is what the job runs")
                : sketch.say(.notKept, written.place, SettingFate.passedOver)
        }
        sketch.sayOfUntold(timer.untold(by: sketch.remarks))
        for rest in timer.unasked where !rest.section.hasPrefix("X-") {
            guard !Self.isAboutOrder(rest) else {
                sketch.say(.kept, rest.place, SettingFate.idleReason)
                continue
            }
            guard rest.section != "Unit" || !SettingFate.isCondition(rest.key) else {
                sketch.say(
                    .notKept, rest.place,
                    "systemd looks at it when the timer is switched on, and bgrun does not",
                    advice: work.adviceOnConditions)
                continue
            }
            switch SettingFate.of(rest.section, rest.key) {
            case .idle?: sketch.say(.kept, rest.place, SettingFate.idleReason)
            case .read? where rest.section == "Timer": sketch.say(.kept, rest.place, SettingFate.unreadReason)
            case .read?, .confines?:
                sketch.say(.notKept, rest.place, "it is about the timer, which a job has not")
            case .notKept(let reason, let advice)?:
                sketch.say(.notKept, rest.place, reason, advice: advice)
            case nil:
                sketch.say(.notKept, rest.place, SettingFate.unknown, advice: SettingFate.adviceOnUnknown)
            }
        }
    }

    /// When the timer itself is there is of no interest: bgrun is.
    private static func isAboutOrder(_ assignment: Assignment) -> Bool {
        assignment.section == "Unit" && ["After", "Before"].contains(assignment.key)
            // Each unit has that by itself.
            || assignment.key == "Conflicts" && assignment.value == "shutdown.target"
    }

    private mutating func calendars() {
        let all = timer.all("Timer", "OnCalendar")
        for written in all {
            // As systemd has it, of a timer's times these alone.
            let text: String
            switch timer.expanded(written.value) {
            case .success(let value): text = value
            case .failure(let unknown) where unknown.isOfSystemd:
                sketch.say(
                    .refused, written.place, unknown.reason, advice: unknown.advice(for: timer.name))
                continue
            case .failure(let unknown):
                passOver(
                    written, "\(unknown.reason), and passes over the line", unknown.advice(for: timer.name))
                continue
            }
            sketch.sayOfPassing(timer.passing(in: written.value), at: written.place)
            do throws(ScheduleFault) {
                _ = try CalendarExpression(text)
            } catch {
                passOver(written, error.reason, error.advice)
                continue
            }
            sketch.add(schedule: ["calendar": .string(text)])
            sketch.say(.kept, written.place, "the time means the same")
            (hasSchedule, hasTimes) = (true, true)
        }
        guard hasTimes else { return }
        let persistent = timer.last("Timer", "Persistent")
        if let persistent, Unit.boolean(persistent.value) == true {
            sketch.say(.kept, persistent.place, "what passes while the machine is off is made up for")
        } else {
            sketch.say(
                .changed, persistent?.place ?? all[0].place,
                "what passes while the machine is off is made up for too",
                advice: "\"missed\": \"skip\" leaves it out, and with it what passes in sleep")
        }
    }

    private mutating func spans() {
        for key in ["OnBootSec", "OnStartupSec", "OnActiveSec"] {
            for written in timer.all("Timer", key) {
                guard let span = span(written) else { continue }
                sketch.add(schedule: ["event": "boot", "delay": .string(span.text)])
                hasSchedule = true
                key == "OnBootSec"
                    ? sketch.say(.kept, written.place, "it is due so long after each boot")
                    : sketch.say(.changed, written.place, "it is due so long after each boot of the machine")
            }
        }
        for key in ["OnUnitActiveSec", "OnUnitInactiveSec"] {
            for written in timer.all("Timer", key) {
                guard var span = span(written) else { continue }
                // At once again, as far as systemd goes: it has a limit of starts.
                span = max(span, .seconds(1))
                let isAfterEnd = key == "OnUnitInactiveSec"
                sketch.add(
                    schedule: isAfterEnd
                        ? ["every": .string(span.text), "from": "completion"] : ["every": .string(span.text)])
                (hasSchedule, hasTimes) = (true, true)
                sketch.say(
                    .changed, written.place,
                    "so long after \(isAfterEnd ? "the end of the run before" : "the time before"), also across sleep and a boot; the first is due at once"
                        + (!isAfterEnd && Every(interval: span).isInDays
                            ? "; whole days keep their time of day where clocks are changed" : ""))
            }
        }
    }

    private mutating func span(_ written: Assignment) -> Duration? {
        switch UnitSpan(written.value) {
        case .lasts(let span)?: return span
        case .forever?: passOver(written, "that never comes", nil)
        case nil:
            let isCalendar = written.key.hasPrefix("On") && (try? CalendarExpression(written.value)) != nil
            passOver(
                written, "this is no span of time",
                isCalendar ? "OnCalendar=\(written.value) says that" : "write one such as 1h 30min")
        }
        return nil
    }

    /// Leaves out a line, which refuses a timer that has no other time.
    private mutating func passOver(_ written: Assignment, _ reason: String, _ advice: String?) {
        sketch.say(.notKept, written.place, reason, advice: advice)
        if written.key.hasPrefix("On"), noTime == nil { noTime = (written.place, reason, advice) }
    }

    private mutating func delays() {
        let isFixed = timer.last("Timer", "FixedRandomDelay")
        let delay = timer.last("Timer", "RandomizedDelaySec")
        if let delay, case .lasts(.zero)? = UnitSpan(delay.value) {
            sketch.say(.kept, delay.place, SettingFate.offReason)
        } else if let written = delay, let span = span(written) {
            let key = isFixed.flatMap { Unit.boolean($0.value) } == true ? "fixedDelay" : "randomDelay"
            sketch[key] = .string(span.text)
            sketch.say(.kept, written.place, "\"\(key)\" is the same")
            if let isFixed { sketch.say(.kept, isFixed.place, "\"\(key)\" is the same") }
        }
        // Without a delay it is of none.
        if let isFixed, sketch["fixedDelay"] == nil, sketch["randomDelay"] == nil {
            sketch.say(.kept, isFixed.place, SettingFate.unreadReason)
        }
        accuracy()
        if let written = timer.last("Timer", "WakeSystem"), Unit.boolean(written.value) == true {
            if hasTimes {
                sketch["wakeSystem"] = "always"
                sketch.isUsers
                    ? sketch.say(
                        .changed, written.place,
                        "systemd's own manager of a user wakes no machine, as a rule; bgrun does, where the policy lets it"
                    )
                    : sketch.say(.kept, written.place, "\"wakeSystem\" is the same")
            } else {
                sketch.say(
                    .notKept, written.place,
                    "a job wakes the machine for a time, and this one is due by an event alone")
            }
        }
        if let written = timer.last("Timer", "DeferReactivation"), Unit.boolean(written.value) == true {
            sketch.say(.kept, written.place, "a job has one run at a time")
        }
    }
    /// Systemd has a minute where nothing is written, and lets a timer of `infinity` wait for others without end.
    private mutating func accuracy() {
        guard let written = timer.last("Timer", "AccuracySec") else { return }
        let longest = Duration.seconds(86_400)
        switch UnitSpan(written.value) {
        case .lasts(let span)? where span < .seconds(1):
            sketch.say(.kept, written.place, "a job is due to the second")
        case .lasts(let span)? where span <= longest:
            sketch["accuracy"] = .string(span.text)
            sketch.say(.kept, written.place, "\"accuracy\" is the same")
        case .lasts?, .forever?:
            sketch["accuracy"] = .string(longest.text)
            sketch.say(.changed, written.place, "\"accuracy\" is a day at most")
        case nil: passOver(written, "this is no span of time", "write one such as 1h 30min")
        }
    }
}
