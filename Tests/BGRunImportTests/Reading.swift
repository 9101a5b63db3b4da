// Foreign schedules as tests write them, and what has become of them in short lines.
import BGRunImport
import BGRunJSON

extension Imported {
    /// The jobs, each as one line of JSON without its notes.
    var lines: [String] {
        jobs.map { job in
            var job = job
            job["notes"] = nil
            return JSONValue.object(job).text()
        }
    }

    /// `changed 3: the reason`, of all but what is kept.
    var changes: [String] {
        remarks.filter { $0.verdict != .kept }.map { "\($0.verdict.rawValue) \($0.line ?? 0): \($0.reason)" }
    }

    /// Lines on which something of a verdict stands.
    func places(_ verdict: Remark.Verdict) -> [Int] {
        remarks.filter { $0.verdict == verdict }.map { $0.line ?? 0 }
    }

    static func crontab(
        _ text: String, _ form: CrontabReader.Form = .ownersOnly, path: String = "tab", user: String? = nil
    ) -> Imported {
        var imported = Imported()
        CrontabReader.read(ForeignSource(path: path, text: text), form, user: user, into: &imported)
        return imported
    }

    static func anacrontab(_ text: String, user: String? = nil) -> Imported {
        var imported = Imported()
        AnacrontabReader.read(ForeignSource(path: "anacrontab", text: text), user: user, into: &imported)
        return imported
    }

    static func plist(_ text: String, path: String = "job.plist") -> Imported {
        var imported = Imported()
        LaunchdReader.read(ForeignSource(path: path, text: text), into: &imported)
        return imported
    }

    static func timer(_ units: [String: String]) -> Imported { timer("a.timer", units) }

    /// - Parameter units: Texts by the names of units; of a drop-in by `UNIT/FILE`, which come in their order.
    static func timer(_ name: String, _ units: [String: String]) -> Imported {
        var imported = Imported()
        TimerReader.read(
            name, specifiers: ["h": "/root", "v": "6.1.0", "o": "debian"], in: "/", into: &imported
        ) { unit in
            guard let text = units[unit] else { return .nowhere }
            guard !text.isEmpty else { return .refused("\(unit) is masked", advice: "unmask it") }
            let dropIns = units.filter { $0.key.hasPrefix("\(unit)/") }.sorted { $0.key < $1.key }
            return .parts(
                [ForeignSource(path: unit, text: text)]
                    + dropIns.map { ForeignSource(path: $0.key, text: $0.value) })
        }
        return imported
    }
}
