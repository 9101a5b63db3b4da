// A text in somebody's editor, in a file that nobody else reads, which is kept until it has served.
import BGRunLinux
import BGRunText
import Glibc

/// A file of ours that is edited.
struct EditorDraft {
    let path: String
    private let directory: String

    /// - Parameter name: The file's, which tells an editor what it holds.
    init(_ name: String, _ text: [UInt8]) throws {
        let parent = Machine.environment("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        try Self.checkParent(parent)
        var template = Array("\(parent)/bgrun-edit.XXXXXX".utf8.map(CChar.init(bitPattern:))) + [0]
        let isMade = unsafe mkdtemp(&template) != nil
        guard isMade else { throw Self.failure("no file can be made in \(parent.visible)", errno) }
        directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        path = "\(directory)/\(name)"
        do throws(SystemError) {
            try File.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).write(all: text)
        } catch {
            throw Self.failure("\(path.visible) can't be written", error.errno)
        }
    }

    /// Whoever may rename what is in a directory could put a text of theirs in place of ours.
    private static func checkParent(_ path: String) throws {
        guard let status = try? File.status(of: path) else { return }
        // What a shell has told root may be another's, who lays links there.
        let isReached = Machine.effectiveUser != 0 || PathTrail.doubt(of: path) == nil
        let isOurs = isReached && (status.user == Machine.effectiveUser || status.user == 0)
        let isOpen = status.permissions & 0o022 != 0 && status.permissions & 0o1000 == 0
        guard isOurs, !isOpen else {
            throw Failure(
                .refused,
                Complaint(
                    "others may replace what is in \(path.visible)",
                    advice: "set TMPDIR to a directory of yours"))
        }
    }

    private static func failure(_ what: String, _ errno: Int32) -> Failure {
        Failure(.output, Complaint("\(what): \(SystemError.text(of: errno))"))
    }

    /// Lets somebody edit it, and waits until they are done.
    func edit() throws {
        // As git and crontab have it: the variable is a command with its arguments, for a shell.
        let editor =
            ["VISUAL", "EDITOR"].lazy.compactMap(Machine.environment).first { !$0.isEmpty } ?? Self.usual
        let exit: ProcessExit
        do throws(SystemError) {
            let line = ["/bin/sh", "-c", "\(editor) \"$@\"", "bgrun edit", path].map { Array($0.utf8) }
            let child = try ForegroundChild.start(line, ForegroundChild.Mask(but: []))
            // Ctrl-C is for the editor.
            let before = signal(SIGINT, SIG_IGN)
            defer { _ = signal(SIGINT, before) }
            exit = try child.waitForExit()
        } catch {
            throw Self.failure("the editor can't be started", error.errno)
        }
        guard case .exited(0) = exit.status else {
            throw Failure(
                .unsuccessful,
                Complaint("the editor has failed, so nothing was changed", advice: "see $VISUAL and $EDITOR"))
        }
    }

    private static let usual = "$(command -v editor || command -v nano || echo vi)"

    /// Whatever the editor has left beside it, such as a copy of the text before, goes with it.
    func remove() {
        let names = (try? Directory(path: directory).names(limit: 100)) ?? []
        for name in names { _ = unsafe unlink("\(directory)/\(name)") }
        _ = unsafe rmdir(directory)
    }
}
