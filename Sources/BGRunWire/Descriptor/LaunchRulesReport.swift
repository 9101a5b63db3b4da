// What a job's runs may use and inherit, as its descriptor writes it.
import BGRunJob

/// The keys of a descriptor that say how its runs are started. On the wire they are fields of `Descriptor`.
package struct LaunchRulesReport: WireObject, Hashable {
    package var makesWorkingDirectory: Bool
    package var umask: String?
    package var user: String?
    package var group: String?
    package var takesSession: Bool
    package var environmentFile: String?
    package var credentials: [String]
    package var standardOutput: OutputTarget?
    package var standardError: OutputTarget?
    package var stopSignal: StopSignal
    package var resources: ResourceRules

    package static let wire = WireTable<LaunchRulesReport>(
        .key("makeWorkingDirectory", .bool, \.makesWorkingDirectory, "where it is not there"),
        .key("umask", .optional(.string), \.umask, "octal, such as 0077; null for the usual one"),
        .key("user", .optional(.string), \.user, "null for its owner"),
        .key("group", .optional(.string), \.group, "null for that of its user"),
        .key(
            "sessionEnvironment", .bool, \.takesSession,
            "whether its runs find what its owner's login session has set"),
        .key(
            "environmentFile", .optional(.string), \.environmentFile,
            "with - before it where it may be missing"),
        .key("credentials", .list(.string), \.credentials, "the names alone, sorted"),
        .key("standardOutput", .optional(.object), \.standardOutput, "null for what logs tells"),
        .key("standardError", .optional(.object), \.standardError, "the same"),
        .key("stopSignal", .choice, \.stopSignal),
        .key("resources", .object, \.resources),
        make: LaunchRulesReport.init)
}

extension LaunchRulesReport {
    package init(_ rules: LaunchRules) {
        self.init(
            makesWorkingDirectory: rules.makesWorkingDirectory, umask: rules.umask?.text,
            user: rules.user, group: rules.group, takesSession: rules.takesSession,
            environmentFile: rules.environmentFile?.text,
            credentials: rules.credentials.map(\.name),
            standardOutput: rules.standardOutput, standardError: rules.standardError,
            stopSignal: rules.stopSignal, resources: rules.resources)
    }
}

extension OutputTarget: WireObject {
    package static let wire = WireTable<OutputTarget>(
        named: "OutputTarget", about: "A file that a run's output is appended to.",
        .key("path", .string, \.path),
        .key("maxSize", .optional(.integer), \.maxSize, "bytes from which on it is renamed at a start"),
        .key("keep", .integer, \.keep, "how many of those are kept"),
        make: OutputTarget.init)
}

extension FieldType where Value == ResourceRules.IOClass {
    /// As text: a word of a closed list has no hyphen in Varlink.
    fileprivate static var ioClass: Self { .text({ Value(rawValue: $0) }, \.rawValue) }
}

extension ResourceRules: WireObject {
    package static let wire = WireTable<ResourceRules>(
        named: "Resources", about: "How much of the machine a run may have; null where its job says nothing.",
        .key("nice", .optional(.integer), \.nice),
        .key("ioClass", .optional(.ioClass), \.ioClass, "idle, or best-effort"),
        .key("cpuWeight", .optional(.integer), \.cpuWeight),
        .key("ioWeight", .optional(.integer), \.ioWeight),
        .key("memoryMax", .optional(.integer), \.memoryMax, "bytes"),
        .key("swapMax", .optional(.integer), \.swapMax, "bytes"),
        .key("tasksMax", .optional(.integer), \.tasksMax),
        make: ResourceRules.init)
}
