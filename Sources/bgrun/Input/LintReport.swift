// What `bgrun lint` finds in one file, as lines and as JSON.
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

/// The findings in one file. With a mistake there is no job and no application, and nothing to warn about.
struct LintReport {
    let file: String
    /// Which job of the template that stands in the file it is about.
    var instance: JobIdentifier?
    /// The job's, where the file is a descriptor.
    var identifier: JobIdentifier?
    /// The application's name, where it is a manifest.
    var application: JobIdentifier?
    /// Of a descriptor, as `bgrun status` has that of an accepted one.
    var fingerprint: String?
    let mistakes: [DescriptorMistake]
    let warnings: [WarningText]

    /// What it is called where something is said of it.
    var label: String { DescriptorFile.Read.label(instance, in: file) }

    /// Whether it is bad for who takes a warning for an error.
    var isDoubtful: Bool { warnings.contains(where: \.counts) }

    /// For standard output; nil where the file holds neither.
    var verdict: String? {
        (identifier ?? application).map {
            "\(file.visible): \($0) is \(warnings.isEmpty ? "fine" : "valid")\n"
        }
    }

    /// `{"files": [{"file": …, "instance": …, "identifier": …, "application": …, "fingerprint": …, "mistakes": […],
    /// "warnings": […]}]}`, a stable shape. Of a template there is one for each of its jobs, which `instance` names.
    ///
    /// `identifier` and `fingerprint` are a job's, and `application` a manifest's; they are null where there are mistakes. Of a mistake: `keyPath` (empty for the file as a whole),
    /// `reason`, `advice`. Of a warning the same, and `warning`, the kind of it, and `basis`: `descriptor`, or `machine` or
    /// `history` for what another machine may not find, and `--strict` passes over.
    static func json(_ reports: [LintReport]) -> JSONValue {
        ["files": .array(reports.map(\.json))]
    }

    private var json: JSONValue {
        [
            "file": .string(file), "instance": instance.map { .string($0.text) } ?? .null,
            "identifier": identifier.map { .string($0.text) } ?? .null,
            "application": application.map { .string($0.text) } ?? .null,
            "fingerprint": fingerprint.map { .string($0) } ?? .null,
            "mistakes": .array(mistakes.map(\.json)), "warnings": .array(warnings.map(Self.json)),
        ]
    }

    private static func json(_ warning: WarningText) -> JSONValue {
        [
            "warning": .string(warning.name), "keyPath": .string(warning.keyPath),
            "reason": .string(warning.reason), "advice": .string(warning.advice),
            "basis": .string(warning.basis.rawValue),
        ]
    }
}
