// The other units that a service names: the mounts and the network that its job waits for, and what bgrun does not do.
import BGRunJSON

extension ServiceReader {
    /// For a service that it starts itself, systemd goes on to see to all but a network, which is there once a boot.
    mutating func dependencies() {
        network()
        guard work == .commands else { return }
        for key in ["Requires", "Requisite", "BindsTo"] { mounts(key) }
        mountsForPaths()
        order()
        for kind in Self.unmet {
            for written in service.everything("Unit", kind.key) {
                let others = units(written).filter { $0 != timer && !kind.isSilent($0) }
                guard !others.isEmpty else { continue }
                if others.allSatisfy({ $0.hasSuffix(".device") }) {
                    sketch.say(
                        .notKept, written.place, "the job does not wait for the device",
                        advice: "write \"requires\": {\"device\": {\"ID_FS_UUID\": \"1234-ABCD\"}}")
                } else {
                    sketch.say(.notKept, written.place, kind.reason, advice: kind.advice)
                }
            }
        }
    }

    private func units(_ written: Assignment) -> [String] {
        // One whose specifiers are not known is told as it is written.
        CommandWords.names(written.value).map { (try? service.expanded($0).get()) ?? $0 }
    }

    private mutating func network() {
        for key in ["Wants", "Requires", "After"] {
            for written in service.everything("Unit", key) {
                guard units(written).contains("network-online.target"), sketch["requiresNetwork"] == nil
                else { continue }
                sketch["requiresNetwork"] = true
                sketch["onRequirementLost"] = "finish"
                sketch.say(
                    .changed, written.place,
                    sketch.isUsers
                        ? "the job waits for a network each time, where systemd waits for none with a user's units"
                        : "the job waits for a network each time, where systemd does so at the boot alone")
            }
        }
    }

    // MARK: - Mounts

    private mutating func mounts(_ key: String) {
        for written in service.everything("Unit", key) {
            let mounts = units(written).filter { $0.hasSuffix(".mount") && $0 != "-.mount" }
            wait(for: mounts, written)
        }
    }

    /// More than any service names, with all that lead to them.
    private static let mostMounts = 1000

    /// As systemd does, a path waits for those of its directories that have a mount unit.
    private mutating func mountsForPaths() {
        for written in service.everything("Unit", "RequiresMountsFor") {
            let paths = CommandWords.paths(written.value).map { (try? service.expanded($0).get()) ?? $0 }
            var found: [String] = []
            for unit in paths.lazy.flatMap(MountUnit.leading) {
                guard mounts[unit] != nil || mounts.count < Self.mostMounts else {
                    return sketch.say(
                        .refused, written.place, "so many paths are not looked at", advice: "mend the unit")
                }
                let isThere = mounts[unit] ?? isThere(unit)
                mounts[unit] = isThere
                if isThere { found.append(unit) }
            }
            guard found.isEmpty else {
                wait(for: found, written)
                continue
            }
            sketch.say(
                .notKept, written.place, "no mount unit leads there, so that the job waits for no mount",
                advice: "write \"requires\": {\"mounted\": \"/mnt/x\"} for a disk of its own")
        }
    }

    private mutating func wait(for mounts: [String], _ written: Assignment) {
        guard !mounts.isEmpty else { return }
        for mount in mounts {
            sketch.add("mounted", .string(MountUnit.path(of: mount)), to: "requires")
        }
        let others = written.key == "Requisite" ? "fails the run" : "mounts it"
        sketch.say(
            .changed, written.place, "the job waits until it is mounted, where systemd \(others)",
            advice: "see that something mounts it, such as /etc/fstab")
    }

    // MARK: - What bgrun does not do

    /// systemd holds one of two services back that are due at once. Of those that no timer starts, that is so at the boot alone.
    private mutating func order() {
        for key in ["After", "Before"] {
            for written in service.everything("Unit", key) {
                let timed = units(written).filter { unit in
                    unit.hasSuffix(".service") && unit != service.name
                        && isThere("\(unit.dropLast(".service".count)).timer")
                }
                guard !timed.isEmpty else { continue }
                sketch.say(
                    .notKept, written.place,
                    "a timer of its name starts that one too, and the two may run at once",
                    advice:
                        "one \"queue\" for both jobs has them take turns, \"after\" has one wait for the other's success"
                )
            }
        }
    }

    /// What a unit asks of another, and what becomes of that.
    private struct Unmet: Sendable {
        let key: String
        let reason: String
        var advice: String?
        /// Whether nothing is to be said of a unit.
        let isSilent: @Sendable (String) -> Bool
    }

    private static let unmet = [
        Unmet(
            key: "Wants", reason: "bgrun starts no other units for a job",
            advice: SettingFate.startUnit
        ) { $0.hasSuffix(".target") },
        Unmet(
            key: "Requires", reason: "bgrun starts no other units for a job",
            advice: SettingFate.startUnit
        ) { $0.hasSuffix(".target") || $0.hasSuffix(".mount") },
        Unmet(
            key: "Requisite", reason: "the job does not wait for it to be active",
            advice: "have the command look: systemctl is-active UNIT"
        ) { $0.hasSuffix(".mount") },
        Unmet(
            key: "BindsTo",
            reason: "bgrun starts no other units for a job, and a run goes on when they stop",
            advice: SettingFate.startUnit
        ) { $0.hasSuffix(".mount") },
        Unmet(
            key: "WantsMountsFor", reason: "bgrun mounts nothing for a job, which runs without it too",
            advice: "write \"requires\": {\"mounted\": \"/mnt/x\"} to have it wait"
        ) { _ in false },
        Unmet(key: "PartOf", reason: "a run goes on when it is stopped") { _ in false },
        Unmet(
            key: "Conflicts", reason: "bgrun stops no other units for a job",
            advice: SettingFate.stopUnit
        ) { $0.hasSuffix(".target") },
    ]
}
