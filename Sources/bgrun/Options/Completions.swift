// What a shell offers for a word that is being typed: names that a daemon or systemd knows now, and words that are always the same.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunDevice
import BGRunImport
import BGRunJob
import BGRunLinux
import BGRunWire

extension CompletionKind {
    /// Jobs that the daemon knows. Nothing is offered where none answers.
    static var jobs: CompletionKind {
        .custom { words, _, prefix in
            Offer(words).names { status in
                (status.jobs.map(\.identifier) + status.ended.map(\.job.identifier)).map(\.text)
            }.sorted()
        }
    }

    /// Words of `tags` that a job has.
    static var tags: CompletionKind {
        .custom { words, _, _ in
            Set(Offer(words).names { $0.jobs.flatMap(\.descriptor.order.tags).map(\.text) }).sorted()
        }
    }

    /// Numbers of the runs that have ended last, of the job that is named on the line where one is.
    static var runs: CompletionKind {
        .custom { words, _, _ in Offer(words).runs }
    }

    static var stopReasons: CompletionKind {
        .list(StopReason.all.map(\.description))
    }

    /// Kinds of requirements, as `simulate condition` assigns them.
    static var conditions: CompletionKind {
        .list(Requirement.Kind.allCases.flatMap { ["\($0.rawValue)=on", "\($0.rawValue)=off"] })
    }

    /// Timers of systemd: those that may be adopted, and those that were.
    static var timers: CompletionKind { .custom { words, _, _ in Offer(words).timers } }
    static var adoptedTimers: CompletionKind { .custom { words, _, _ in Offer(words).adoptedTimers } }

    static var zones: CompletionKind { .custom { _, _, _ in ZoneFiles().names() } }
}

/// What is known while a line is typed: which daemon it is for, and what that says at once.
private struct Offer {
    private let words: [String]
    private let daemon: DaemonOptions?

    init(_ words: [String]) {
        self.words = words
        daemon = try? DaemonOptions.parse(Self.daemonOptions(in: words))
    }

    private static func daemonOptions(in words: [String]) -> [String] {
        var options: [String] = []
        for (place, word) in words.enumerated() {
            if word == "--user" || word.hasPrefix("--socket=") || word.hasPrefix("--owner=") {
                options.append(word)
            } else if ["--socket", "--owner"].contains(word), place + 1 < words.count {
                options += [word, words[place + 1]]
            }
        }
        return options
    }

    func names(_ read: (StatusCall.Reply) -> [String]) -> [String] {
        guard let daemon else { return [] }
        let status = daemon.glance { connection, deadline in
            try? connection.call(StatusCall(.all(owner: daemon.owner)), until: deadline)
        }
        return status.map(read) ?? []
    }

    var timers: [String] {
        guard let daemon else { return [] }
        return UnitFiles(isUser: daemon.user).timers().subtracting(adoptedTimers).filter(Self.isHarmless)
            .sorted()
    }

    var adoptedTimers: [String] {
        guard let daemon, let adopted = try? AdoptedTimers(of: daemon).all() else { return [] }
        return adopted.timers.map(\.timer).filter(Self.isHarmless).sorted()
    }

    /// A shell expands what it is offered, so that `$(…)` in the name of a file would be executed. systemd has no such units.
    private static func isHarmless(_ timer: String) -> Bool {
        !timer.contains("\\") && UnitName(timer.dropLast(".timer".count) + UnitName.suffix) != nil
    }

    var runs: [String] {
        guard let daemon else { return [] }
        let job = words.dropFirst(2).lazy.compactMap(JobIdentifier.init).first {
            $0.text != words.last && Int($0.text) == nil
        }
        let past = daemon.glance { connection, deadline in
            try? connection.call(HistoryCall(JobSelection(job, of: daemon.owner)), until: deadline)
        }
        return (past?.entries ?? []).compactMap { line in
            if case .run(let entry) = line { "\(entry.run)" } else { nil }
        }
    }
}
