// How a call of a hook ended, as history keeps it.

/// What has become of a call of a hook.
package enum HookEnd: Hashable, Sendable {
    /// `saying`: the last line that it wrote; nil where it wrote nothing, or has succeeded.
    case exited(ExitStatus, saying: String? = nil)
    /// It took too long, and was killed.
    case timeBudget
    case couldNotStart(reason: String)
    /// Too many of its owner's waited already.
    case dropped

    /// Whether it has done what it was for.
    package var isSuccess: Bool {
        if case .exited(.code(0), _) = self { true } else { false }
    }

    /// To follow a hook's name: `exit 3`, `took too long`.
    package var words: String {
        switch self {
        case .exited(.code(0), _): "done"
        case .exited(let status, let line?): "\(status.words): \(line)"
        case .exited(let status, nil): status.words
        case .timeBudget: "took too long"
        case .couldNotStart(let reason): "could not be started: \(reason)"
        case .dropped: "not called, since too many calls waited"
        }
    }
}

/// One call of a hook.
package struct HookReport: Hashable, Sendable {
    /// Reasons are cut here: they stand in history.
    private static let longestReason = 200

    package let kind: HookKind
    package let end: HookEnd

    package init(_ kind: HookKind, _ end: HookEnd) {
        self.kind = kind
        self.end = end
    }

    /// What ``init(_:_:reason:)`` reads: how it has ended in a word or two; and why it could not be started, or what it
    /// said of it.
    package var result: (text: String, reason: String?) {
        switch end {
        case .exited(let status, let line): (status.description, line.map(Self.plain))
        case .timeBudget: ("timeBudget", nil)
        case .dropped: ("dropped", nil)
        case .couldNotStart(let reason): ("couldNotStart", Self.plain(reason))
        }
    }

    package init?(_ kind: HookKind, _ result: String, reason: String?) {
        switch (result, reason) {
        case ("timeBudget", nil): self.init(kind, .timeBudget)
        case ("dropped", nil): self.init(kind, .dropped)
        case ("couldNotStart", let reason?): self.init(kind, .couldNotStart(reason: reason))
        case (_, _):
            guard let status = ExitStatus(result) else { return nil }
            self.init(kind, .exited(status, saying: reason))
        }
    }

    /// One line, without its end: `onFailure exit 3`, `onFailure exit 1: no network`, `onFailure couldNotStart: no such
    /// file`.
    package var line: String {
        let (text, reason) = result
        return "\(kind.rawValue) \(text)" + (reason.map { ": \($0)" } ?? "")
    }

    /// - Parameter line: As ``line`` has it; nil comes of anything else.
    package init?(line: String) {
        guard let gap = line.firstIndex(of: " "), let kind = HookKind(rawValue: String(line[..<gap])) else {
            return nil
        }
        let rest = line[line.index(after: gap)...]
        // No result has a colon.
        guard let colon = rest.firstIndex(of: ":") else {
            self.init(kind, String(rest), reason: nil)
            return
        }
        self.init(kind, String(rest[..<colon]), reason: String(rest[colon...].dropFirst(2)))
    }

    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longestReason) {
            plain.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(plain)
    }
}
