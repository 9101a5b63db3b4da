// What a run says of itself while it works.

/// What the program of a run has told the daemon, all of it at once.
package struct RunWords: Hashable, Sendable {
    /// How soon an occurrence may come again whose run has put it off, and how late.
    package static let deferrals: ClosedRange<Duration> = .seconds(10) ... .seconds(30 * 86_400)

    /// The last thing that it has said of where it stands.
    package enum Sign: String, CaseIterable, Hashable, Sendable {
        /// It has come up and does its work.
        case ready
        /// It is about to end by itself.
        case stopping
    }

    /// More time.
    package enum Extension: Hashable, Sendable {
        /// So much on top of its budget.
        case by(Duration)
        /// At least so much from now on.
        case atLeast(Duration)
    }

    /// It does not finish its occurrence this time.
    package enum Deferral: Hashable, Sendable {
        /// Until after the usual rest.
        case usual
        case by(Duration)
    }

    /// Whether it goes on.
    package enum Life: Hashable, Sendable {
        case alive
        /// It has found that it does not.
        case hanging
    }

    /// A sign of life, and nothing else.
    package static let alive = RunWords(life: .alive)

    /// How much of its work is done, from 0 to 100.
    package var percent: Int?
    /// What it is doing, in one line; empty takes back what it has said before.
    package var text: String?
    package var sign: Sign?
    package var `extension`: Extension?
    package var deferral: Deferral?
    package var life: Life?

    /// - Parameters:
    ///   - percent: Moved into 0 to 100.
    ///   - text: Made fit for one line, and cut.
    package init(
        percent: Int? = nil, text: String? = nil, sign: Sign? = nil, extension: Extension? = nil,
        deferral: Deferral? = nil, life: Life? = nil
    ) {
        self.percent = percent.map { min(max($0, 0), 100) }
        self.text = text?.taskTitle
        self.sign = sign
        self.extension = `extension`
        self.deferral = deferral
        self.life = life
    }

    package var isEmpty: Bool { self == RunWords() }

    /// Takes in what was said after it. What is not said again stays.
    package mutating func append(_ later: RunWords) {
        percent = later.percent ?? percent
        text = later.text ?? text
        sign = later.sign ?? sign
        `extension` = later.extension ?? `extension`
        deferral = later.deferral ?? deferral
        // Who goes on after all has said before that it does not.
        life = life == .hanging ? life : later.life ?? life
    }
}
