// A service that its job has started as it is: systemd goes on to say how.
import BGRunCalendar
import BGRunJSON
import BGRunJob

extension ServiceReader {
    /// Only what bgrun decides is taken over: what the job waits for, and how long its run and its end may take.
    mutating func readAsUnit() -> JobSketch {
        if let title = service.last("Unit", "Description"),
            case .success(let text) = service.expanded(title.value)
        {
            sketch["title"] = .string(text)
        }
        if let manual = service.last("Unit", "RefuseManualStart"), Unit.boolean(manual.value) == true {
            sketch.say(
                .refused, manual.place, "systemd lets no job start it",
                advice: "take it out in a drop-in: systemctl edit \(service.name)")
        }
        if let manual = service.last("Unit", "RefuseManualStop"), Unit.boolean(manual.value) == true {
            sketch.say(.changed, manual.place, "a run that has to end can't stop it")
        }
        sketch["unit"] = .string(service.name)
        sketch.say(.kept, service.place, "systemd starts it, with all that it says")
        conditions()
        budget()
        end()
        return sketch
    }

    /// A run kills what has not ended, a little before its grace period is over, unless the unit has longer than any run, or
    /// says that nothing kills it.
    private mutating func end() {
        let longest = JobDescriptor.longestGracePeriod
        let (time, place) = stopTime()
        var (grace, unstopped): (Duration, Place?) = (longest, nil)
        switch time {
        case .forever: unstopped = place
        case .lasts(let span):
            // A unit has what is left before the run itself is killed.
            grace = min(span + .seconds(2), longest)
            if span > longest { unstopped = place }
        case .usual: break
        }
        if let kill = service.last("Service", "SendSIGKILL"), Unit.boolean(kill.value) == false {
            unstopped = kill.place
        }
        if let mode = service.last("Service", "KillMode"), mode.value == "none" { unstopped = mode.place }
        sketch["gracePeriod"] = .string(grace.text)
        guard let unstopped else { return }
        sketch.say(
            .changed, unstopped,
            "a run that is stopped is over \(grace.text) later at most, and systemd goes on stopping its service"
        )
    }

    private mutating func budget() {
        let isOneShot = service.last("Service", "Type")?.value == "oneshot"
        let whole = service.last("Service", "RuntimeMaxSec")
        let start = service.last("Service", "TimeoutStartSec") ?? service.last("Service", "TimeoutSec")
        let written = isOneShot ? start : whole
        sayOfUnused(whole, in: isOneShot)
        guard let written, case .lasts(let span)? = UnitSpan(written.value), span > .zero else {
            return sketch.say(
                .changed, written?.place ?? service.place,
                "it is stopped after 3 h in which the machine was awake, and started again after a rest",
                advice: "write another \"timeBudget\" into a drop-in")
        }
        // systemd ends it at its own time, which is a failure; ours comes later.
        if span > JobDescriptor.Kind.processing.defaultTimeBudget {
            sketch["timeBudget"] = .string((span + .seconds(60)).text)
        }
        sketch.say(.kept, written.place, "systemd sees to it")
    }
}
