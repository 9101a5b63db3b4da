// Many patterns of tasks at once, among which one is found in no more time than its own length takes.

/// What a host has handlers for, or a manifest permits. A program chooses how many there are and how they are spelled, and
/// others wait while they are looked through.
package struct TaskPatterns: Hashable, Sendable {
    /// Sorted; none twice.
    package let all: [TaskPattern]
    private let exact: Set<JobIdentifier>
    private let prefixes: Set<String>

    package init(_ patterns: some Sequence<TaskPattern>) {
        let patterns = Set(patterns)
        all = patterns.sorted()
        var exact: Set<JobIdentifier> = []
        var prefixes: Set<String> = []
        for pattern in patterns {
            switch pattern {
            case .exact(let task): exact.insert(task)
            case .below(let prefix): prefixes.insert(prefix.text)
            }
        }
        self.exact = exact
        self.prefixes = prefixes
    }

    package var isEmpty: Bool { all.isEmpty }

    /// Whether the task is of one of them.
    package func match(_ task: JobIdentifier) -> Bool { exact.contains(task) || haveAbove(task.text) }

    /// Whether all tasks of a pattern are of one of them.
    package func cover(_ pattern: TaskPattern) -> Bool {
        switch pattern {
        case .exact(let task): match(task)
        case .below(let prefix): prefixes.contains(prefix.text) || haveAbove(prefix.text)
        }
    }

    /// Whether one of the prefixes stands before a dot in the text.
    private func haveAbove(_ text: String) -> Bool {
        guard !prefixes.isEmpty else { return false }
        let bytes = text.utf8
        return bytes.indices.contains { place in
            bytes[place] == UInt8(ascii: ".") && prefixes.contains(String(text[..<place]))
        }
    }
}
