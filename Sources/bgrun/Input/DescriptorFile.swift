// A descriptor from a file or from standard input: its JSON, and what it means.
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

/// A descriptor that was read and is valid.
struct DescriptorFile {
    let descriptor: JobDescriptor
    /// As its author wrote it.
    let object: JSONObject

    init(_ file: InputFile) throws(InputFile.Fault) {
        do throws(DescriptorError) {
            descriptor = try JobDescriptor(json: file.bytes, rules: MachineZones.rules)
        } catch {
            throw InputFile.Fault(mistakes: DescriptorMistake.all(of: error))
        }
        object = try file.object()
    }

    /// What a text describes: one job, or each of those that a template stands for, with what it says of them.
    static func all(in file: InputFile) throws(InputFile.Fault) -> [Read] {
        if let foreign = ForeignText(file.bytes) {
            throw InputFile.Fault(foreign.reason, advice: foreign.advice)
        }
        guard let object = try? file.object(), JobTemplate.isMeant(by: object) else {
            return [Read(instance: nil, file: .success(try DescriptorFile(file)))]
        }
        let template: JobTemplate
        do throws(DescriptorError) {
            template = try JobTemplate(object)
        } catch {
            throw InputFile.Fault(mistakes: DescriptorMistake.all(of: error))
        }
        let jobs = template.jobs.map { job in
            Read(
                instance: job,
                file: Result { () throws(DescriptorError) in try DescriptorFile(template.object(for: job)) }
                    .mapError { InputFile.Fault(mistakes: DescriptorMistake.all(of: $0)) })
        }
        if let mistakes = jobs.commonFault({ $0.fault?.mistakes }) {
            throw InputFile.Fault(mistakes: mistakes)
        }
        return jobs
    }

    /// One descriptor of a text.
    struct Read {
        /// The job, where it is one of a template's.
        let instance: JobIdentifier?
        let file: Result<DescriptorFile, InputFile.Fault>

        var fault: InputFile.Fault? {
            if case .failure(let fault) = file { fault } else { nil }
        }

        /// What it is called where something is said of it: the text's name, and which of its jobs.
        func label(in text: String) -> String { Self.label(instance, in: text) }

        static func label(_ instance: JobIdentifier?, in text: String) -> String {
            instance.map { "\(text), \($0)" } ?? text
        }
    }

    /// The same for who has made it of somebody's words, which may be wrong.
    init(checking object: JSONObject) throws(Failure) {
        do throws(DescriptorError) {
            try self.init(object)
        } catch {
            throw Failure.usage(
                DescriptorMistake.all(of: error).map(\.text.visible).joined(separator: "\n"))
        }
    }

    /// One that is put together of the words of a command line.
    init(_ object: JSONObject) throws(DescriptorError) {
        descriptor = try JobDescriptor(value: .object(object), rules: MachineZones.rules)
        self.object = object
    }
}
