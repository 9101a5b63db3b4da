// bgrun edit: change a job's descriptor in an editor. It is checked before it replaces anything.
import ArgumentParser
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a job's descriptor in your editor; it is checked before it replaces anything.",
        discussion: """
            The editor is $VISUAL, else $EDITOR. What a file of a jobs directory brings is that file, where it is yours \
            to write; for one that a package brings, it is told which drop-in to write. Values of environment and \
            standardInput are shown as … and stay what they are where that is left. A text with mistakes can be \
            edited again, or is kept. A begin date such as +2h counts from the change.
            """)

    @OptionGroup var job: JobArgument

    func run() throws {
        try job.find { target in
            var connection = try job.call.daemon.connect()
            let shown = try job.call.daemon.naming { try connection.call(CatCall(target)) }
            let edit: any Edit =
                try shown.file.map { try FileEdit(of: shown, $0, job.call.daemon) }
                ?? SubmissionEdit(of: shown, job.call.daemon)
            let isChanged = try carryOut(edit)
            if job.call.output.json {
                Terminal.write(json: [
                    "identifier": .string(target.identifier.text), "changed": .bool(isChanged),
                    "file": shown.file.map { .string($0) } ?? .null,
                ])
            }
        }
    }

    /// Until it is right, or somebody has had enough.
    private func carryOut(_ edit: any Edit) throws -> Bool {
        let draft = try EditorDraft(edit.name, edit.text)
        while true {
            let fault = Self.fault { try draft.edit() }
            let text: InputFile
            do throws(InputFile.Fault) {
                text = try InputFile(path: draft.path)
            } catch {
                throw Failure.usage(
                    "what the editor has left can't be read, so nothing was changed: "
                        + error.lines.joined(separator: "; "))
            }
            // A text that is what it was is no loss.
            guard text.bytes != edit.text else {
                draft.remove()
                if let fault { throw fault }
                say("nothing was changed")
                return false
            }
            var done = ""
            guard let failure = fault ?? Self.fault({ done = try edit.replace(by: text) }) else {
                draft.remove()
                say(done)
                return true
            }
            if let words = failure.complaint?.text { Terminal.writeError("bgrun: \(words)\n") }
            guard Terminal.canAsk, Terminal.isNotDenied("edit it again? [Y/n] ") else {
                throw Failure(
                    failure.code,
                    Complaint(
                        "the job stays what it was", advice: "your text is kept in \(draft.path.visible)"))
            }
        }
    }

    private static func fault(_ body: () throws -> Void) -> Failure? {
        do {
            try body()
            return nil
        } catch let fault as InputFile.Fault {
            return .usage(fault.lines.joined(separator: "\n"))
        } catch {
            return Failure(any: error) ?? Failure(.internal, Complaint("\(error)".visible))
        }
    }

    private func say(_ words: String) {
        if !job.call.output.json { Terminal.write(sentences: "\(words)\n") }
    }
}
