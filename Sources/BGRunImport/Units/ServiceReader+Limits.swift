// How long the work of a service may take, how much of the machine it may have, and what its end means.
import BGRunCalendar
import BGRunJSON
import BGRunJob

extension ServiceReader {
    // MARK: - Time

    mutating func times() {
        let isOneShot = service.last("Service", "Type")?.value == "oneshot"
        let budget = service.last("Service", "RuntimeMaxSec")
        let start = service.last("Service", "TimeoutStartSec") ?? service.last("Service", "TimeoutSec")
        let written = isOneShot ? start : budget
        sayOfUnused(budget, in: isOneShot)
        if let written, case .lasts(let span)? = UnitSpan(written.value), span > .zero {
            sketch["timeBudget"] = .string(span.text)
            sketch.say(
                .changed, written.place,
                "only time in which the machine is awake counts, and a run that has used it up goes on later")
        } else {
            sketch.say(
                .changed, written?.place ?? service.place,
                "a run has 3 h, and goes on after a rest when it has used them up",
                advice: "\"timeBudget\" says otherwise")
        }
        if !isOneShot, let start = service.last("Service", "TimeoutStartSec") {
            sketch.say(
                .notKept, start.place, "a run has one bound for all of its time, and none for its start")
        }
        grace()
        if let signal = service.last("Service", "KillSignal") {
            let name = signal.value.hasPrefix("SIG") ? String(signal.value.dropFirst(3)) : signal.value
            if ["TERM", "INT", "HUP", "QUIT", "USR1", "USR2", "WINCH"].contains(name) {
                sketch["stopSignal"] = .string(name)
                sketch.say(.kept, signal.place, "\"stopSignal\" is the same")
            } else {
                sketch.say(.notKept, signal.place, "a run is told to end with SIGTERM")
            }
        }
        if let mode = service.last("Service", "KillMode") {
            switch mode.value {
            case "control-group":
                sketch.say(.kept, mode.place, "every process of a run gets the stop signal")
            case "mixed":
                sketch.say(
                    .changed, mode.place,
                    "every process of a run gets the stop signal, not the main process alone")
            case "process", "none": sketch.say(.changed, mode.place, "no process outlives its run")
            case _: sketch.say(.notKept, mode.place, SettingFate.passedOver)
            }
        }
        kill()
        watchdog()
        if let remains = service.last("Service", "RemainAfterExit"), Unit.boolean(remains.value) == true {
            sketch.say(
                .notKept, remains.place,
                "the run is over with its commands, and the job is due again, where systemd starts nothing that is still active"
            )
        }
    }

    /// What systemd does where the first signal does not end it, or where it shows no sign of life.
    private mutating func kill() {
        let last = "what has not ended when its grace period is over is killed"
        if let kill = service.last("Service", "SendSIGKILL") {
            sketch.say(Unit.boolean(kill.value) == false ? .notKept : .kept, kill.place, last)
        }
        if let kill = service.last("Service", "FinalKillSignal") {
            sketch.say(["SIGKILL", "KILL", "9"].contains(kill.value) ? .kept : .notKept, kill.place, last)
        }
        if let signal = service.last("Service", "WatchdogSignal") {
            sketch.say(
                .notKept, signal.place,
                "a run that shows no sign of life is ended as any other that has to end")
        }
    }

    /// systemd.service(5) has no effect of it there.
    ///
    /// - Parameter isOneShot: Whether the service is one of those.
    mutating func sayOfUnused(_ budget: Assignment?, in isOneShot: Bool) {
        guard isOneShot, let budget else { return }
        sketch.say(.notKept, budget.place, "systemd passes over it in a service of type oneshot")
    }

    private mutating func watchdog() {
        guard let written = service.last("Service", "WatchdogSec") else { return }
        guard case .lasts(let span)? = UnitSpan(written.value), span > .zero else {
            return sketch.say(.kept, written.place, "nothing watches it, in systemd either")
        }
        guard span >= JobDescriptor.shortestWatchdog else {
            return sketch.say(
                .notKept, written.place, "a watchdog has \(JobDescriptor.shortestWatchdog.text) at least",
                advice: "write \"watchdog\": \"\(JobDescriptor.shortestWatchdog.text)\"")
        }
        sketch["watchdog"] = .string(span.text)
        sketch.say(.kept, written.place, "\"watchdog\" is the same")
    }

    /// How long systemd waits for what it has told to end.
    enum StopTime {
        case forever
        case lasts(Duration)
        /// `DefaultTimeoutStopSec=`, which is 90 s.
        case usual
    }

    /// How long that is, and where the service says so.
    mutating func stopTime() -> (time: StopTime, place: Place) {
        guard let written = service.last("Service", "TimeoutStopSec") ?? service.last("Service", "TimeoutSec")
        else { return (.usual, service.place) }
        return switch UnitSpan(written.value) {
        // 0 is for ever, as systemd has it.
        case .forever?, .lasts(.zero)?: (.forever, written.place)
        case .lasts(let span)?: (.lasts(span), written.place)
        case nil: (.usual, written.place)
        }
    }

    private mutating func grace() {
        let longest = JobDescriptor.longestGracePeriod
        let (time, place) = stopTime()
        switch time {
        case .lasts(let span) where span <= longest:
            sketch["gracePeriod"] = .string(span.text)
            sketch.say(.kept, place, "\"gracePeriod\" is the same")
        case .usual:
            sketch["gracePeriod"] = .string(longest.text)
            sketch.say(.kept, place, "\"gracePeriod\" is what systemd gives each service")
        case .forever, .lasts:
            sketch["gracePeriod"] = .string(longest.text)
            sketch.say(.changed, place, "a grace period is 90 s at most")
        }
    }

    // MARK: - The machine

    mutating func resources() {
        number("Nice", -20...19, "nice")
        number("CPUWeight", 1...10_000, "cpuWeight")
        number("IOWeight", 1...10_000, "ioWeight")
        number("TasksMax", 1...4_194_304, "tasksMax")
        if let written = service.last("Service", "IOSchedulingClass") {
            switch written.value {
            case "idle", "3":
                sketch.add("ioClass", "idle", to: "resources")
                sketch.say(.kept, written.place, "\"ioClass\" is the same")
            case "best-effort", "2", "none", "0":
                sketch.add("ioClass", "best-effort", to: "resources")
                sketch.say(.kept, written.place, "\"ioClass\" is the same")
            case _: sketch.say(.notKept, written.place, "bgrun gives nobody that class")
            }
        }
        if let written = service.last("Service", "IOSchedulingPriority") {
            sketch.say(.notKept, written.place, "the level follows from \"nice\"")
        }
        if let written = service.last("Service", "CPUSchedulingPolicy") {
            if ["idle", "batch"].contains(written.value), service.last("Service", "Nice") == nil {
                sketch.add("nice", written.value == "idle" ? 19 : 10, to: "resources")
                sketch.say(.changed, written.place, "a nice value is in its place")
            } else {
                sketch.say(.notKept, written.place, "the nice value says who goes first")
            }
        }
        for (key, name) in [("MemoryMax", "memoryMax"), ("MemorySwapMax", "swapMax")] {
            guard let written = service.last("Service", key), written.value != "infinity" else { continue }
            guard let size = Self.size(written.value) else {
                sketch.say(
                    .notKept, written.place, "bgrun takes a size alone", advice: "write \"\(name)\": \"500M\""
                )
                continue
            }
            sketch.add(name, .string(size), to: "resources")
            sketch.say(.kept, written.place, "\"\(name)\" is the same")
        }
        let written: JSONObject = if case .object(let members)? = sketch["resources"] { members } else { [:] }
        let missing = [
            ("nice", "nice 10", "\"nice\": 0"),
            ("ioClass", "the idle class of the disk", "\"ioClass\": \"best-effort\""),
        ].filter { written[$0.0] == nil }
        guard !missing.isEmpty else { return }
        sketch.say(
            .changed, service.place,
            "it has background priority: \(missing.map(\.1).joined(separator: ", and "))",
            advice: "\(missing.map(\.2).joined(separator: ", ")) in \"resources\" is what it had")
    }

    private mutating func number(_ key: String, _ range: ClosedRange<Int64>, _ name: String) {
        guard let written = service.last("Service", key), written.value != "infinity" else { return }
        guard let number = Int64(written.value), range.contains(number) else {
            return sketch.say(
                .notKept, written.place,
                "bgrun takes a number from \(range.lowerBound) to \(range.upperBound)")
        }
        sketch.add(name, .integer(number), to: "resources")
        sketch.say(.kept, written.place, "\"\(name)\" is the same")
    }

    /// `500M`, and bytes as such.
    private static func size(_ text: String) -> String? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        let unit = text[digits.endIndex...]
        guard !digits.isEmpty, digits.count < 16, let number = Int64(digits), number > 0 else { return nil }
        if ["K", "M", "G", "T"].contains(unit) { return text }
        return unit.isEmpty && number % 1024 == 0 ? "\(number / 1024)K" : nil
    }

    // MARK: - Ends

    /// Those of sysexits.h, as systemd names them.
    private static let exitNames: [String: Int64] = [
        "USAGE": 64, "DATAERR": 65, "NOINPUT": 66, "NOUSER": 67, "NOHOST": 68, "UNAVAILABLE": 69,
        "SOFTWARE": 70,
        "OSERR": 71, "OSFILE": 72, "CANTCREAT": 73, "IOERR": 74, "TEMPFAIL": 75, "PROTOCOL": 76, "NOPERM": 77,
        "CONFIG": 78,
    ]

    mutating func readSuccessCodes() {
        for written in service.all("Service", "SuccessExitStatus") {
            let words = written.value.split { $0.isBlank }
            let codes = words.compactMap { Int64($0) ?? Self.exitNames[String($0)] }.filter {
                (0...255).contains($0)
            }
            for code in codes where !successCodes.contains(code) { successCodes.append(code) }
            codes.count == words.count
                ? sketch.say(.kept, written.place, "\"successExitCodes\" is the same")
                : sketch.say(.notKept, written.place, "bgrun takes codes as numbers, and no signals")
        }
        if !successCodes.isEmpty {
            sketch["successExitCodes"] = .array(successCodes.map { .integer($0) })
        }
    }

    mutating func ends() {
        let restarts = ["always", "on-success", "on-failure", "on-abnormal", "on-abort", "on-watchdog"]
        if let written = service.last("Service", "Restart"), restarts.contains(written.value) {
            if written.value == "always" || written.value == "on-success" {
                sketch.say(.changed, written.place, "a failure is tried again, and a success is not")
            } else {
                sketch.say(
                    .changed, written.place, "a failure is tried again, later each time, ten times at most")
            }
            retry()
        }
        for (key, hook) in [("OnFailure", "onFailure"), ("OnSuccess", "onSuccess")] {
            let all = service.everything("Unit", key)
            let names = all.compactMap { expanded($0) }.flatMap { $0.split { $0.isBlank }.map(String.init) }
            guard let first = all.first, !names.isEmpty else { continue }
            // The system's manager does not know units of a user's.
            let manager = directory == nil ? ["--user"] : []
            sketch[hook] = .words(["/usr/bin/systemctl"] + manager + ["start", "--no-block"] + names)
            sketch.say(
                .changed, first.place, "a hook starts it, which does not find what systemd sets there")
            for other in all.dropFirst() { sketch.say(.kept, other.place, "the same hook starts it") }
        }
    }

    /// From systemd 254 on a pause grows up to `RestartMaxDelaySec=`; here each does.
    private mutating func retry() {
        var (retry, initial) = (JSONObject(), Duration.seconds(60))
        for (key, member) in [("RestartSec", "initial"), ("RestartMaxDelaySec", "max")] {
            guard let written = service.last("Service", key) else { continue }
            guard case .lasts(let span)? = UnitSpan(written.value) else {
                sketch.say(.notKept, written.place, "this is no span of time that ends")
                continue
            }
            // A longest pause that is shorter than the first one is none.
            guard member == "initial" || span >= initial else {
                sketch.say(.notKept, written.place, "the first pause is longer")
                continue
            }
            let shortest = max(span, .seconds(1))
            if member == "initial" { initial = shortest }
            retry[member] = .string(shortest.text)
            span == shortest
                ? sketch.say(.kept, written.place, "\"\(member)\" of \"retry\" is the same")
                : sketch.say(.changed, written.place, "a failure is tried again after 1 s at the soonest")
        }
        sketch["retry"] = retry.members.isEmpty ? true : .object(retry)
    }
}
