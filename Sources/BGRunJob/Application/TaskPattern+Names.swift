// The names of jobs that a pattern of tasks can give, and when two patterns can give one.

/// Names of jobs: one, or all that begin with this and a dot.
private enum JobNames {
    case one(String)
    case below(String)

    /// A name of both, or the prefix of all names of both; nil where they have none in common.
    func common(with other: JobNames) -> String? {
        switch (self, other) {
        case (.one(let left), .one(let right)): left == right ? left : nil
        case (.one(let name), .below(let prefix)), (.below(let prefix), .one(let name)):
            name.hasPrefix("\(prefix).") ? name : nil
        case (.below(let left), .below(let right)):
            if left == right || left.hasPrefix("\(right).") {
                left
            } else {
                right.hasPrefix("\(left).") ? right : nil
            }
        }
    }
}

extension TaskPattern {
    /// Why jobs of such tasks could have no name; nil where they can.
    func nameFault(of application: JobIdentifier) -> String? {
        let (text, room) =
            switch self {
            case .exact(let identifier): (identifier.text, 0)
            // A dot and one letter at least.
            case .below(let prefix): (prefix.text, 2)
            }
        let name = text.hasPrefix("\(application).") ? text : "\(application).\(text)"
        if JobIdentifier(name) == nil || name.utf8.count + room > JobIdentifier.longest {
            return "with \"\(application)\" before it, its job's name is none: "
                + (JobIdentifier.fault(in: name) ?? "an identifier has at most \(JobIdentifier.longest) bytes")
        }
        return nil
    }

    /// A job's name, or a prefix of names, that could be of a task of this pattern and of another one of the other.
    ///
    /// Of one application, a name has two tasks at most: the one that is spelled like it, and what is left without
    /// `APPLICATION.` at its front. So two tasks meet only where one pattern has the first and one the second; which may be
    /// the same pattern, such as `com.*` of `com.example`.
    func commonName(with other: TaskPattern, of application: JobIdentifier) -> JobIdentifier? {
        let (own, others) = (names(of: application), other.names(of: application))
        let common =
            own.spelled.flatMap { spelled in others.put.flatMap(spelled.common) }
            ?? own.put.flatMap { put in others.spelled.flatMap(put.common) }
        return common.flatMap { JobIdentifier($0) }
    }

    /// A job's name, or a prefix of names, that could be of tasks of both, each of its own application.
    func commonName(
        of application: JobIdentifier, with other: TaskPattern, of otherApplication: JobIdentifier
    ) -> JobIdentifier? {
        let (own, others) = (names(of: application), other.names(of: otherApplication))
        for left in [own.spelled, own.put] {
            for right in [others.spelled, others.put] {
                guard let left, let right, let common = left.common(with: right) else { continue }
                return JobIdentifier(common)
            }
        }
        return nil
    }

    /// The names of jobs that are spelled like their tasks, and of those with `APPLICATION.` put before it.
    private func names(of application: JobIdentifier) -> (spelled: JobNames?, put: JobNames?) {
        let head = "\(application)."
        switch self {
        case .exact(let task):
            return task.text.hasPrefix(head) ? (.one(task.text), nil) : (nil, .one(head + task.text))
        case .below(let prefix):
            if prefix == application || prefix.text.hasPrefix(head) { return (.below(prefix.text), nil) }
            // `com.*` has `com.example.photos.x` too.
            let isAbove = head.hasPrefix("\(prefix).")
            return (isAbove ? .below(application.text) : nil, .below(head + prefix.text))
        }
    }
}

extension ApplicationManifest {
    /// A job's name, or a prefix of names, that both manifests could give, the first of several; nil where each has its own, and where both are
    /// of one application, of which one takes the other's place.
    package func clash(with other: ApplicationManifest) -> JobIdentifier? {
        guard application != other.application else { return nil }
        // Nearly all are told apart by this: each name begins with its application's.
        guard
            other.application.text.hasPrefix("\(application).")
                || application.text.hasPrefix("\(other.application).")
        else { return nil }
        // The first by name: whichever of the two is asked says the same.
        return tasks.lazy.flatMap { task in
            other.tasks.compactMap { twin in
                task.pattern.commonName(of: application, with: twin.pattern, of: other.application)
            }
        }.min()
    }
}
