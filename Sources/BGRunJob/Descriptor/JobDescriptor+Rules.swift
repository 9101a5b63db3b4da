// What is wrong with a descriptor whose keys are right one by one: keys that contradict each other, and what the
// daemon or the machine does not allow.
import BGRunCalendar
import BGRunJSON

extension JobDescriptor {
    /// Keys that make no sense together.
    var contradictions: [FieldError] {
        var errors: [FieldError] = []
        if case .date? = latestBegin, !schedules.isEmpty {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("latestBegin")]),
                    reason: "the job recurs, and a date fits only one occurrence",
                    advice: "write a duration such as \"3d\", which is counted from each"))
        }
        if let preference, preference.span == nil, latestBegin == nil {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("prefers"), .key("for")]),
                    reason: "nothing says how long to wait for it",
                    advice:
                        "write how long at most, such as \"for\": \"3d\", or give the job a \"latestBegin\""))
        }
        let requires = JSONKeyPath([.key("requires")])
        if let excess = requirements.excess(
            at: requires, ", those of \"requiresNetwork\" and the like included")
        {
            errors.append(excess)
        }
        if let until, case .date(let begin)? = earliestBegin, until < begin {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("until")]), reason: "this lies before \"earliestBeginDate\"",
                    advice: "write a date after \(begin.rfc3339)"))
        }
        if let most = maxTimeBudget, most < timeBudget, kind != .service {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("maxTimeBudget")]),
                    reason: "this is less than the \(timeBudget.text) that a run has without asking",
                    advice: "write at least \"\(timeBudget.text)\", or a shorter \"timeBudget\""))
        }
        if let place = order.conflicts.firstIndex(of: .job(identifier)) {
            let key = JSONKeyPath([.key("conflicts")])
            errors.append(
                FieldError(
                    at: order.conflicts.count > 1 ? key.appending(.index(place)) : key,
                    reason: "this is the job itself, of which there is never more than one run",
                    advice: "remove it"))
        }
        if let place = order.after.firstIndex(of: identifier) {
            let key = JSONKeyPath([.key("after")])
            errors.append(
                FieldError(
                    at: order.after.count > 1 ? key.appending(.index(place)) : key,
                    reason: "the job would wait for itself", advice: "remove it"))
        }
        if onAllowedHoursEnd != nil, allowedHours == nil {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("onAllowedHoursEnd")]),
                    reason: "the job has no hours that could end",
                    advice: "write \"allowedHours\" too, or remove it"))
        }
        return errors + launchRules.contradictions + contradictionsOfExitCodes + contradictionsOfService
            + contradictionsOfUnit
    }

    private var contradictionsOfExitCodes: [FieldError] {
        (deferExitCodes ?? []).enumerated().compactMap { place, code in
            let path = JSONKeyPath([.key("deferExitCodes"), .index(place)])
            if code == 0 {
                return FieldError(at: path, reason: "exit 0 is always a success", advice: "remove it")
            }
            guard successExitCodes?.contains(code) == true else { return nil }
            return FieldError(
                at: path, reason: "\(code) is among \"successExitCodes\" too",
                advice: "remove it from one of them")
        }
    }

    package func mistakes(under rules: DescriptorRules) -> [FieldError] {
        var errors: [FieldError] = []
        if let most = rules.policy?.maxTimeBudget, kind != .service {
            for (key, budget) in [("timeBudget", timeBudget), ("maxTimeBudget", maxTimeBudget ?? .zero)]
            where most < budget {
                errors.append(
                    FieldError(
                        at: JSONKeyPath([.key(key)]), reason: "\(budget.text) is above the policy's limit",
                        advice: "write at most \"\(most.text)\""))
            }
        }
        if let owner = rules.owner, owner != .root { errors += launchRules.mistakes }
        if wakeSystem != .never, let fault = rules.wakeFault {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("wakeSystem")]), reason: fault,
                    advice: "remove the key, or submit the job to a daemon that can"))
        }
        for (place, schedule) in schedules.enumerated() {
            guard let name = schedule.zoneName, let fault = rules.zoneFault(name) else { continue }
            let key = if case .calendar(_, nil) = schedule { "calendar" } else { "timeZone" }
            errors.append(
                FieldError(at: keyPath(ofSchedule: place, key), reason: fault.reason, advice: fault.advice))
        }
        return errors
    }

    /// Where a key of a schedule's entry stands; a single entry is no list.
    package func keyPath(ofSchedule place: Int, _ key: String) -> JSONKeyPath {
        let schedule = JSONKeyPath([.key("schedule")])
        return (schedules.count > 1 ? schedule.appending(.index(place)) : schedule).appending(.key(key))
    }
}
