// Standard output and standard error, and what the terminal behind them can do.
import BGRunLinux
import BGRunText
import Glibc

/// The terminal, or the pipe that is there in its place.
enum Terminal {
    /// What standard output can show. `NO_COLOR` (any value) and `TERM=dumb` switch colours off.
    static var screen: Screen {
        guard isatty(1) == 1 else { return .pipe }
        let isPlain = Machine.environment("NO_COLOR") != nil || Machine.environment("TERM") == "dumb"
        return Screen(colour: isPlain ? .off : .on, width: size(of: 1).map { Int($0.ws_col) } ?? 80)
    }

    /// Whether somebody looks at what is written to standard error.
    static var showsErrors: Bool { isatty(2) == 1 }

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

    static func write(_ text: String) {
        write(text, to: 1)
    }

    static func write(_ lines: [Line]) {
        let screen = screen
        write(lines.map { $0.text(on: screen) + "\n" }.joined())
    }

    /// Puts `lines` in place of all that the terminal shows; in a pipe they just follow.
    static func redraw(_ lines: [Line]) {
        guard let height else { return write(lines + [Line()]) }
        let screen = screen
        // Home; each line erases the rest of its own; then the rest of the screen. Nothing flickers.
        let rows = lines.flatMap { $0.rows(on: screen) }
        let text: String = rows.prefix(height - 1).map { $0 + "\u{1B}[K\n" }.joined()
        write("\u{1B}[H\(text)\u{1B}[J")
    }

    /// Writes sentences, each of which ends with a line feed.
    static func write(sentences: String) {
        write(broken(sentences, on: 1), to: 1)
    }

    static func writeError(_ text: String) {
        write(broken(text, on: 2), to: 2)
    }

    /// Lines that are longer than a terminal is wide, broken between words.
    private static func broken(_ text: String, on number: Int32) -> String {
        guard let size = size(of: number) else { return text }
        let screen = Screen(colour: .off, width: Int(size.ws_col))
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Line(String($0)).text(on: screen) }.joined(separator: "\n")
    }

    private static func write(_ text: String, to number: Int32) {
        let stream = FileDescriptor(owning: number)
        let failure: SystemError?
        do throws(SystemError) {
            try stream.write(all: Array(text.utf8))
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
