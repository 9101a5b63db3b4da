// Standard output and standard error, and what the terminal behind them can do.
import BGRunJSON
import BGRunLinux
import BGRunText
import Glibc

/// The terminal, or the pipe that is there in its place.
enum Terminal {
    /// What standard output can show. `NO_COLOR` (any value) and `TERM=dumb` switch colours off.
    static var screen: Screen {
        guard isatty(1) == 1 else {
            return Screen(colour: .off, width: nil, alphabet: alphabet, reach: .typed)
        }
        let isPlain = Machine.environment("NO_COLOR") != nil || isDumb
        return Screen(
            colour: isPlain ? .off : .on, width: size(of: 1).map { Int($0.ws_col) } ?? 80, alphabet: alphabet,
            reach: .typed)
    }

    /// Which characters the reader's locale has.
    static let alphabet = Alphabet(
        locale: ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Machine.environment).first { !$0.isEmpty })

    /// Whether the terminal can do nothing but go on to the next line.
    static var isDumb: Bool { Machine.environment("TERM") == "dumb" }

    /// Whether somebody sits at the terminal whose keys can be read, and which can be drawn on.
    static var isInteractive: Bool { isatty(0) == 1 && isatty(1) == 1 && !isDumb }

    /// Whether somebody looks at what is written to standard error.
    static var showsErrors: Bool { isatty(2) == 1 }

    /// Whether somebody sits there who sees a question, and can answer it.
    static var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 }

    /// What was to end the program at a question, or while another worked for it, such as Ctrl-C. What is still to be said is said;
    /// nothing more is asked.
    nonisolated(unsafe) static var interruption: Int32?

    /// What is waited for at such a moment.
    static let interruptions = [SIGINT, SIGTERM, SIGHUP]

    /// Asks, and gives the line that is typed, without its end; nil where there is none.
    static func answer(to question: String) -> String? {
        guard unsafe interruption == nil else { return nil }
        // The blank behind it is lost where a line is broken.
        let words = question.hasSuffix(" ") ? String(question.dropLast()) : question
        write(alphabet.spelling(broken(words, on: 2)) + " ", to: 2)
        let answer = waitForLine() ? readLine() : nil
        // Whoever has ended the input stands behind the question still.
        if answer == nil { write("\n", to: 2) }
        return answer
    }

    /// - Returns: Whether there is something to read; else Ctrl-C or the like came first.
    private static func waitForLine() -> Bool {
        guard let signals = try? SignalQueue(interruptions), let queue = try? EventQueue() else {
            return true
        }
        defer { for number in interruptions { SignalQueue.unblock(number) } }
        var ready: [EventQueue.Ready] = []
        do throws(SystemError) {
            try queue.add(0, for: .read, token: 0)
            try queue.add(signals.descriptor.rawValue, for: .read, token: 1)
            while ready.isEmpty { try queue.wait(into: &ready) }
            unsafe interruption = try signals.next()?.number
        } catch {
            return true
        }
        return unsafe interruption == nil
    }

    /// Asks whether to do something; whatever is no yes is a no.
    static func isAgreed(_ question: String) -> Bool {
        ["y", "yes"].contains((answer(to: question) ?? "n").lowercased())
    }

    /// Asks before something ends, and leaves where nobody agrees.
    static func agree(_ question: String) throws {
        guard isAgreed(question) else { throw Failure(.refused, Complaint("nothing was done")) }
    }

    /// The same where an empty line is a yes; what is neither yes nor no is asked again.
    static func isNotDenied(_ question: String) -> Bool {
        while let answer = answer(to: question)?.lowercased() {
            if ["", "y", "yes"].contains(answer) { return true }
            if ["n", "no"].contains(answer) { return false }
        }
        return false
    }

    /// How many lines fit; nil in a pipe.
    static var height: Int? {
        isatty(1) == 1 ? size(of: 1).map { Int($0.ws_row) } ?? 24 : nil
    }

    /// Nil where the descriptor is no terminal, or one that does not tell.
    private static func size(of number: Int32) -> winsize? {
        var size = winsize()
        guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return size
    }

    /// A descriptor for standard output: no secret of it is put on a screen, while a file gets all of it.
    static func shows(_ descriptor: JSONObject) -> JSONObject {
        guard isatty(1) == 1 else { return descriptor }
        var shown = descriptor
        if case .object(let variables)? = descriptor["environment"] {
            shown["environment"] = .object(
                JSONObject(variables.members.map { JSONObject.Member(key: $0.key, value: "…") }))
        }
        if descriptor["standardInput"] != nil { shown["standardInput"] = "…" }
        return shown
    }

    static func write(_ text: String) {
        write(text, to: 1)
    }

    static func write(_ lines: [Line]) {
        let screen = screen
        write(lines.map { $0.text(on: screen) + "\n" }.joined())
    }

    /// The same of lines that may be many: on a terminal that is too low for them, in a pager.
    ///
    /// - Parameter isUnbroken: The lines are somebody's text, which can be copied as it is.
    static func page(_ lines: [Line], _ options: OutputOptions, isUnbroken: Bool = false) {
        func write() { isUnbroken ? self.write(unbroken: lines) : self.write(lines) }
        guard !options.noPager, let height, !isDumb else { return write() }
        let screen = screen
        let rows = lines.flatMap { $0.rows(on: screen) }
        let whole = screen.unbroken
        let text = (isUnbroken ? lines.map { $0.text(on: whole) } : rows).map { "\($0)\n" }.joined()
        if rows.count < height || !Pager.show(text) { self.write(text) }
    }

    /// Puts `lines` in place of all that the terminal shows; in a pipe they just follow.
    static func redraw(_ lines: [Line]) {
        guard let height, !isDumb else { return write(lines + [Line()]) }
        let screen = screen
        draw(Array(lines.flatMap { $0.rows(on: screen) }.prefix(height - 1)))
    }

    /// Puts rows in place of all that the terminal shows.
    static func draw(_ rows: [String]) {
        // Home; each line erases the rest of its own; then the rest of the screen. Nothing flickers, and the last line has
        // no line feed, which would move all up.
        write("\u{1B}[H" + rows.joined(separator: "\u{1B}[K\n") + "\u{1B}[K\u{1B}[J")
    }

    /// Writes sentences, each of which ends with a line feed.
    static func write(sentences: String) {
        write(alphabet.spelling(broken(Reach.typed.added(to: sentences), on: 1)), to: 1)
    }

    static func writeError(_ text: String) {
        write(alphabet.spelling(broken(Reach.typed.added(to: text), on: 2)), to: 2)
    }

    /// Lines that are longer than a terminal is wide, broken between words; a command stays whole, to be copied.
    private static func broken(_ text: String, on number: Int32) -> String {
        guard let size = size(of: number) else { return text }
        let screen = Screen(colour: .off, width: Int(size.ws_col))
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                line.hasPrefix(Complaint.commandStart) ? String(line) : Line(String(line)).text(on: screen)
            }.joined(separator: "\n")
    }

    private static func write(_ text: String, to number: Int32) { write(Array(text.utf8), to: number) }

    /// Bytes that are somebody's, to standard output (1) or standard error (2).
    static func write(_ bytes: [UInt8], to number: Int32) {
        let stream = FileDescriptor(owning: number)
        let failure: SystemError?
        do throws(SystemError) {
            try stream.write(all: bytes)
            failure = nil
        } catch {
            failure = error
        }
        _ = stream.release()
        guard let failure else { return }
        // Nobody to tell where nobody reads, nor of what is told there.
        if number == 1, failure.errno != EPIPE {
            let complaint = Complaint(
                "the output could not be written: \(SystemError.text(of: failure.errno))",
                advice: "make room there; what was asked of the daemon is done all the same")
            writeError("bgrun: \(complaint.text)\n")
        }
        if number == 1 { exit(ExitCode.output.rawValue) }
    }
}
