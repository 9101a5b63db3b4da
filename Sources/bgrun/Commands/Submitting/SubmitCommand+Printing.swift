// bgrun submit --print: the descriptors that would be submitted, and what there is to doubt of them.
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

extension SubmitCommand {
    func print(_ file: DescriptorFile) throws {
        let rules = call.daemon.rules(isSubmitted: true)
        let refusals = DescriptorMistake.all(of: .fields(file.descriptor.mistakes(under: rules)))
        if !refusals.isEmpty { throw Failure.usage(refusals.map(\.text.visible).joined(separator: "\n")) }
        Terminal.write(json: .object(Terminal.shows(file.object)))
        show(doubts(file).map(\.line))
    }

    /// One on each line, as `submit` takes them.
    func print(_ files: [SubmittedFile]) {
        let names = Set(files.map(\.file.descriptor.identifier))
        for file in files {
            Terminal.write(JSONValue.object(Terminal.shows(file.file.object)).text(layout: .compact) + "\n")
        }
        show(files.map { ($0, doubts($0.file, beside: names, isAsking: false)) })
    }
}
