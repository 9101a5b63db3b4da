// What a job whose unit is started can't say: the unit says it itself.
import BGRunJSON

extension JobDescriptor {
    /// Keys that would have no effect beside `"unit"`, since systemd starts the processes.
    var contradictionsOfUnit: [FieldError] {
        guard let unit = program.unit else { return [] }
        let launch = launchRules
        let own = "write it in the unit: systemctl edit \(unit)"
        let started = "systemd starts the unit as the unit says"
        let frozen = "nothing that bgrun can halt runs the unit"
        let keys: [(key: String, isThere: Bool, reason: String, advice: String)] = [
            ("environment", !environment.isEmpty, started, own),
            ("environmentFile", launch.environmentFile != nil, started, own),
            ("sessionEnvironment", !launch.takesSession, started, "remove the key: it changes nothing here"),
            ("credentials", !launch.credentials.isEmpty, started, own),
            ("user", launch.user != nil, started, own), ("group", launch.group != nil, started, own),
            ("workingDirectory", workingDirectory != nil, started, own),
            ("umask", launch.umask != nil, started, own),
            ("standardInput", standardInput != nil, started, own),
            ("standardOutput", launch.standardOutput != nil, started, own),
            ("standardError", launch.standardError != nil, started, own),
            ("resources", launch.resources != ResourceRules(), started, own),
            ("noNewPrivileges", noNewPrivileges, started, own),
            (
                "stopSignal", launch.stopSignal != .TERM, "systemd stops the unit as the unit says",
                "write \"KillSignal=\" in the unit: systemctl edit \(unit)"
            ),
            (
                "watchdog", watchdog != nil, "the unit's signs of life go to systemd",
                "write \"WatchdogSec=\" in the unit: systemctl edit \(unit)"
            ),
            (
                "maxTimeBudget", maxTimeBudget != nil, "the unit can't ask bgrun for more time",
                "write a longer \"timeBudget\""
            ),
            (
                "onRequirementLost", onRequirementLost == .freeze, frozen, "write \"stop\" or \"finish\""
            ),
            (
                "onAllowedHoursEnd", onAllowedHoursEnd == .freeze, frozen, "write \"stop\" or \"finish\""
            ),
        ]
        return keys.filter(\.isThere).map {
            FieldError(at: JSONKeyPath([.key($0.key)]), reason: $0.reason, advice: $0.advice)
        }
    }
}

extension ValueRule<UnitName> {
    /// A service of systemd by its name.
    static var service: ValueRule {
        let wanted = "a service such as \"fstrim.service\""
        return ValueRule(
            expects: wanted,
            schema: [
                "type": "string", "maxLength": .integer(Int64(UnitName.longest)),
                // In a template, %i stands for the instance.
                "pattern": #"^[A-Za-z0-9:_.\\-]+(@([A-Za-z0-9:_.\\@-]|%i)+)?\.service$"#,
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                if let unit = UnitName(text) { return unit }
                throw field.refusal(
                    UnitName.fault(in: text) ?? "this is no service", advice: "write \(wanted)")
            }, print: { .string($0.text) })
    }
}
