// A terminal whose keys are read one by one, and which looks afterwards as it did before.
import BGRunText
import Glibc

/// Standard input and output while keys are read: the other screen, no cursor, no echo. Ctrl-C and Ctrl-Z stay signals.
struct KeyTerminal {
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

    private var before = termios()
    private var isEntered = false

    /// Standard input is a terminal.
    init() {
        _ = unsafe tcgetattr(0, &before)
        enter()
    }

    private mutating func enter() {
        var raw = before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        _ = unsafe tcsetattr(0, TCSADRAIN, &raw)
        Terminal.write(Self.enter)
        isEntered = true
    }

    mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        _ = unsafe tcsetattr(0, TCSADRAIN, &before)
        Terminal.write(Self.leave)
    }

    /// Stands still until the shell says that we go on.
    mutating func pause() {
        leave()
        raise(SIGSTOP)
        enter()
    }

    /// The keys that were pressed; nil where nobody is there any more.
    func keys() -> [Key]? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(0, &bytes, bytes.count)
        return count > 0 ? Key.keys(in: bytes[..<count]) : nil
    }
}
