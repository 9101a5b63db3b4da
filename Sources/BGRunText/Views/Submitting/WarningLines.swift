// The warnings about several files, each said once.

/// What is doubted of several files, as lines: what is of one of them alone, and what several have in common.
///
/// Whoever checks forty descriptors wants to read what is wrong with each, and once what forty have alike.
package struct WarningLines: Hashable, Sendable {
    /// One file, or one job of the template in it.
    package struct Subject {
        let file: String
        let label: String
        let warnings: [WarningText]

        /// - Parameter label: What it is called where the file alone does not say which of its jobs is meant.
        package init(file: String, label: String, _ warnings: [WarningText]) {
            (self.file, self.label, self.warnings) = (file, label, warnings)
        }
    }

    /// More files than so many are named by the first ones and their number.
    private static let mostNamed = 3

    /// Of each subject, in their order.
    package private(set) var own: [[String]] = []
    package private(set) var shared: [String] = []

    package init(_ subjects: [Subject]) {
        var places: [WarningText: [Int]] = [:]
        for (place, subject) in subjects.enumerated() {
            for warning in Set(subject.warnings) { places[warning, default: []].append(place) }
        }
        for subject in subjects {
            var own: [String] = []
            for warning in subject.warnings {
                guard let all = places[warning] else { continue }
                if all.count == 1 {
                    own.append("\(subject.label.visible): \(warning.line)")
                } else {
                    shared.append("\(Self.names(all, of: subjects)): \(warning.line)")
                    places[warning] = nil
                }
            }
            self.own.append(own)
        }
    }

    /// `a.json, b.json and c.json`, or the first of them and how many more; a template's jobs are named by its file.
    private static func names(_ places: [Int], of subjects: [Subject]) -> String {
        var files: [String] = []
        for file in places.map({ subjects[$0].file.visible }) where files.last != file { files.append(file) }
        guard files.count > 1 else { return files[0] }
        if files.count > mostNamed, places.count == subjects.count { return "all \(files.count) of them" }
        let named = files.count > mostNamed ? files.prefix(mostNamed) : files.dropLast()
        let last = files.count > mostNamed ? "\(files.count - mostNamed) more" : files[files.count - 1]
        return "\(named.joined(separator: ", ")) and \(last)"
    }
}
