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

    /// One that is put together of the words of a command line.
    init(_ object: JSONObject) throws(DescriptorError) {
        descriptor = try JobDescriptor(value: .object(object), rules: MachineZones.rules)
        self.object = object
    }
}
