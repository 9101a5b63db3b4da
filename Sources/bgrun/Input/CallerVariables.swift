// Variables of the caller's environment that a known program is told by, and that no run inherits.
import BGRunJob
import BGRunLinux
import BGRunText

/// What a program that is submitted would have found in the caller's shell.
struct CallerVariables {
    /// What a program's variables begin with.
    private static let prefixes: [String: [String]] = [
        "restic": ["RESTIC_", "AWS_", "B2_", "AZURE_", "RCLONE_", "OS_", "ST_"],
        "borg": ["BORG_"], "borgmatic": ["BORG_"], "vorta": ["BORG_"], "rclone": ["RCLONE_", "AWS_"],
        "duplicity": ["PASSPHRASE", "SIGN_PASSPHRASE", "FTP_PASSWORD", "AWS_"], "kopia": ["KOPIA_"],
        "rustic": ["RUSTIC_", "RESTIC_", "AWS_"], "aws": ["AWS_"], "s5cmd": ["AWS_"], "rsync": ["RSYNC_"],
        "psql": ["PG"], "pg_dump": ["PG"], "pg_dumpall": ["PG"], "mysqldump": ["MYSQL_"],
        "kubectl": ["KUBECONFIG"],
        "docker": ["DOCKER_"], "podman": ["CONTAINER_"], "vdirsyncer": ["VDIRSYNCER_"],
        "terraform": ["TF_", "AWS_"],
        "ansible-playbook": ["ANSIBLE_"], "mbsync": ["MBSYNC"], "notmuch": ["NOTMUCH_"],
    ]

    /// - Parameter isCommand: The job comes of a command's words, so its options can be written beside them.
    static func warnings(of descriptor: JobDescriptor, isCommand: Bool) -> [WarningText] {
        guard descriptor.launchRules.environmentFile == nil else { return [] }
        let wanted = Set(
            StartedPrograms(descriptor.program).vectors.flatMap { prefixes[StartedPrograms.name($0)] ?? [] })
        guard !wanted.isEmpty else { return [] }
        let given = Set(descriptor.environment.map(\.name))
        let missing = Machine.environmentNames.filter { name in
            !given.contains(name) && wanted.contains { name.hasPrefix($0) }
        }.sorted()
        guard !missing.isEmpty else { return [] }
        let shown = missing.prefix(6)
        let list = shown.joined(separator: ", ") + (missing.count > shown.count ? ", …" : "")
        let options = shown.map { "--env \($0)" }.joined(separator: " ")
        return [
            WarningText(
                "shellEnvironment", at: "environment",
                "\(list) of your shell \(missing.count == 1 ? "is" : "are") not passed on to the run",
                advice: isCommand
                    ? "\(options) passes \(missing.count == 1 ? "it" : "them") on"
                    : "write \(missing.count == 1 ? "it" : "them") there, or into a file that \"environmentFile\" names",
                basis: .machine)
        ]
    }
}
