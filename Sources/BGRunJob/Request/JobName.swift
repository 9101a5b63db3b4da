// How people name jobs: by the whole identifier, by a part of it that no other has, or by a pattern.

/// What somebody has typed for a job, or for several.
package struct JobName: Hashable, Sendable {
    package let text: String
    /// The job that it names if there is one of that name; nil of a pattern.
    package let identifier: JobIdentifier?

    private init(_ text: String, _ identifier: JobIdentifier?) {
        self.text = text
        self.identifier = identifier
    }

    /// A name that is written out.
    package init(_ identifier: JobIdentifier) {
        self.init(identifier.text, identifier)
    }

    /// Nil where no job can be called so, nor any part of one; ``fault(in:)`` says why.
    package init?(_ text: String) {
        if NamePattern.isMeant(by: text), text.utf8.count <= JobIdentifier.longest {
            self.init(text, nil)
        } else {
            guard let identifier = JobIdentifier(text) else { return nil }
            self.init(text, identifier)
        }
    }

    package static func fault(in text: String) -> String? {
        JobName(text) == nil ? JobIdentifier.fault(in: text) : nil
    }

    package var isPattern: Bool { identifier == nil }

    /// Of these jobs the ones that are meant.
    ///
    /// A pattern means all that match. Any other name means the job that is called so; else those of which it is the first or
    /// the last parts (`backup` is that of `org.example.backup`); else those that it begins or ends; else those of which it
    /// begins a part (`back`); else those that have it anywhere. Which of several is meant nobody knows: whoever asked has to
    /// say more.
    package func meant<Job>(among jobs: [Job], called name: (Job) -> JobIdentifier) -> [Job] {
        guard let identifier else {
            let pattern = NamePattern(text)
            return jobs.filter { pattern.matches(name($0).text) }
        }
        let tests: [(String) -> Bool] = [
            { $0 == identifier.text },
            { Self.isPart(identifier.text, of: $0) },
            { $0.hasPrefix(identifier.text) || $0.hasSuffix(identifier.text) },
            { name in [".", "@"].contains { NamePattern("*\($0)\(identifier.text)*").matches(name) } },
            // Searching a text in a text would link the whole regular expression engine.
            NamePattern("*\(identifier.text)*").matches,
        ]
        for isMeant in tests {
            let found = jobs.filter { isMeant(name($0).text) }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Whether it is what stands before or behind a dot, or the `@` of a template.
    private static func isPart(_ part: String, of name: String) -> Bool {
        [".", "@"].contains { name.hasPrefix(part + $0) || name.hasSuffix($0 + part) }
    }
}
