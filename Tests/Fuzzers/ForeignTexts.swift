// Schedules of other programs: whatever they are, what is made of them is a descriptor, and what is said of them fits a line.
import BGRunImport
import BGRunJSON
import BGRunJob

enum ForeignTexts {
    /// The first byte says whose schedule it is: those of the seeds are letters.
    @Sendable static func check(_ bytes: [UInt8]) {
        var input = Input(bytes)
        let kind = input.byte()
        let source = ForeignSource(path: "text", text: input.text)
        var imported = Imported()
        switch kind % 5 {
        case 0: CrontabReader.read(source, .ownersOnly, into: &imported)
        case 1: CrontabReader.read(source, .withUser, into: &imported)
        case 2: AnacrontabReader.read(source, into: &imported)
        case 3: LaunchdReader.read(source, into: &imported)
        case _:
            // A timer and its service in one text: each passes over the other's sections.
            TimerReader.read("a@b.timer", specifiers: ["h": "/root"], in: nil, into: &imported) { _ in
                .parts([source])
            }
        }
        check(imported)
    }

    private static func check(_ imported: Imported) {
        var names: Set<String> = []
        for job in imported.jobs {
            do {
                let descriptor = try JobDescriptor(value: .object(job))
                hold(descriptor.json == .object(job), "a job is not in the form in which it is printed")
                hold(names.insert(descriptor.identifier.text).inserted, "two jobs have one name")
            } catch {
                fatalError("a job is refused: \(error)")
            }
        }
        for remark in imported.remarks {
            holdIsShown(remark.subject)
            hold(!remark.subject.contains("\n"), "a remark's subject ends a line")
            hold(!remark.reason.isEmpty, "a remark says nothing")
        }
    }
}
