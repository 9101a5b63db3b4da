// bgrun submit --print: the descriptors that would be submitted, and what there is to doubt of them.
import BGRunJSON
import BGRunJob
import BGRunText

extension SubmitCommand {
    func print(_ file: DescriptorFile) {
        Terminal.write(json: .object(Terminal.shows(file.object)))
        Doubts.say(file, call.daemon)
    }

    /// One on each line, as `submit` takes them.
    func print(_ files: [SubmittedFile]) {
        let names = Set(files.map(\.file.descriptor.identifier))
        for file in files {
            Terminal.write(JSONValue.object(Terminal.shows(file.file.object)).text(layout: .compact) + "\n")
            let doubts = Doubts(file.file.descriptor, file.file.object).warnings(
                .of(call.daemon), call.daemon, beside: names, isAsking: false)
            show(doubts.map { "\(file.label.visible): \($0.line)" })
        }
    }
}
