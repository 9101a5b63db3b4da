// What is wrong with a manifest whose keys are right one by one.
import BGRunCalendar
import BGRunJSON

extension ApplicationManifest {
    /// Conditions that a request may add to those of its task: external power, a network, an unlocked session.
    private static let conditionsOfRequest = 3

    /// Keys that make no sense together.
    var contradictions: [FieldError] {
        var errors: [FieldError] = []
        let most = Requirements.most - Self.conditionsOfRequest
        for task in tasks where !errors.isFull {
            let place = Self.keyPath(of: task)
            if let preference = task.rules.preference, preference.span == nil, task.rules.latestBegin == nil {
                errors.append(
                    FieldError(
                        at: place.appending(.key("prefers")).appending(.key("for")),
                        reason: "nothing says how long to wait for it",
                        advice:
                            "write how long at most, such as \"for\": \"3d\", or give the task a \"latestBegin\""
                    ))
            }
            let excess = task.rules.requirements.excess(
                at: place.appending(.key("requires")), over: most, ", since a request may add some")
            if let excess { errors.append(excess) }
        }
        return errors
    }

    package func mistakes(under rules: DescriptorRules) -> [FieldError] {
        guard let most = rules.policy?.maxTimeBudget else { return [] }
        return tasks.compactMap { task in
            guard let budget = task.rules.timeBudget, budget > most else { return nil }
            return FieldError(
                at: Self.keyPath(of: task).appending(.key("timeBudget")),
                reason: "\(budget.text) is above the policy's limit",
                advice: "write at most \"\(most.text)\"")
        }
    }

    /// Tasks whose jobs can have no name, and two whose jobs would have one.
    var wrongNames: [FieldError] {
        var errors: [FieldError] = []
        var before: [Task] = []
        for task in tasks where !errors.isFull {
            if let reason = task.pattern.nameFault(of: application) {
                errors.append(
                    FieldError(at: Self.keyPath(of: task), reason: reason, advice: "shorten one of them"))
                continue
            }
            before.append(task)
            for twin in before {
                guard let name = task.pattern.commonName(with: twin.pattern, of: application) else {
                    continue
                }
                let other =
                    twin.pattern == task.pattern
                    ? "another task of it" : QuotedText("\(twin.pattern)").description
                errors.append(
                    FieldError(
                        at: Self.keyPath(of: task),
                        reason:
                            "the job \(QuotedText("\(name)")) would be both this task's and that of \(other)",
                        advice: "rename one of them"))
                break
            }
        }
        return errors
    }

    private static func keyPath(of task: Task) -> JSONKeyPath {
        JSONKeyPath([.key("tasks"), .key(task.pattern.description)])
    }
}
