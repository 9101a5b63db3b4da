// A text that is longer than the terminal, in the program that people read such texts with.
import BGRunLinux
import Glibc

/// The reader's pager, as git and systemctl use it.
enum Pager {
    /// Hands a text to the pager and waits until that is left.
    ///
    /// - Returns: False where there is none, so that somebody else has to write the text.
    static func show(_ text: String) -> Bool {
        guard let command, !command.isEmpty, command != "cat" else { return false }
        // A short text is just written (F), colours stay (R), and nothing is erased at the end (X).
        unsafe setenv("LESS", "FRX", 0)
        // Who reads as somebody else must not get a shell of theirs out of it.
        if Machine.environment("SUDO_UID") != nil { unsafe setenv("LESSSECURE", "1", 1) }
        guard let pipe = unsafe popen(command, "w") else { return false }
        // Ctrl-C is for the pager, and one that is left early wants no more.
        let ignored = [SIGINT, SIGQUIT, SIGPIPE]
        for number in ignored { _ = signal(number, SIG_IGN) }
        _ = unsafe fputs(text, pipe)
        let status = unsafe pclose(pipe)
        for number in ignored { _ = signal(number, SIG_DFL) }
        // The shell's word for a program that is not there: nothing was shown.
        return status >> 8 != 127
    }

    private static var command: String? {
        if let command = Machine.environment("BGRUN_PAGER") ?? Machine.environment("PAGER") { return command }
        let directories = (Machine.environment("PATH") ?? "").split(separator: ":")
        return directories.contains { unsafe access("\($0)/less", X_OK) == 0 } ? "less" : nil
    }
}
