// A manifest from a file or from standard input: its JSON, and what it means.
import BGRunJSON
import BGRunJob
import BGRunWire

/// A manifest that was read and is valid.
struct ManifestFile {
    let manifest: ApplicationManifest
    /// As its author wrote it.
    let object: JSONObject

    init(_ file: InputFile) throws(InputFile.Fault) {
        do throws(DescriptorError) {
            manifest = try ApplicationManifest(json: file.bytes, rules: MachineZones.rules)
        } catch {
            throw InputFile.Fault(mistakes: DescriptorMistake.all(of: error))
        }
        object = try file.object()
    }

    /// One that is put together of the words of a command line.
    init(_ object: JSONObject) throws(InputFile.Fault) {
        do throws(DescriptorError) {
            manifest = try ApplicationManifest(value: .object(object), rules: MachineZones.rules)
        } catch {
            throw InputFile.Fault(mistakes: DescriptorMistake.all(of: error))
        }
        self.object = object
    }
}
