// What was imported as this machine's daemon would take it.
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// A descriptor that was made of a foreign schedule, and what it says.
struct ImportedJob {
    let object: JSONObject
    let descriptor: JobDescriptor

    var name: JobIdentifier { descriptor.identifier }
}

extension Imported {
    /// Those that a daemon would take; the others are refused.
    mutating func taken(by daemon: DaemonOptions) -> [ImportedJob] {
        var rules = MachineZones.rules
        rules.owner = daemon.user ? UserID(Machine.effectiveUser) : nil
        var jobs: [ImportedJob] = []
        refuse { object in
            do throws(DescriptorError) {
                let descriptor = try JobDescriptor(value: .object(object), rules: rules)
                jobs.append(ImportedJob(object: object, descriptor: descriptor))
                return nil
            } catch {
                return DescriptorMistake.all(of: error).map(\.text.visible).joined(separator: "; ")
            }
        }
        return jobs
    }
}
