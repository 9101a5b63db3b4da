// Specifiers of systemd.unit(5) that have no value when a unit is imported, or one that passes.

enum Specifier {
    /// Those whose value is another one after an upgrade, or when the machine is called otherwise: systemd reads them anew, and a job
    /// has them as they were.
    static let passing: Set<Character> = ["v", "o", "w", "W", "B", "M", "A", "H", "l", "q"]

    /// Those that a variable of the run stands for.
    static let variables: [Character: String] = ["d": "${CREDENTIALS_DIRECTORY}"]

    /// Why one that systemd knows has no value here, and what to write.
    fileprivate static let unknowable: [Character: (reason: String, advice: String)] = [
        "b": (
            "the identifier of a boot is another one after each",
            "have the command read /proc/sys/kernel/random/boot_id"
        ),
        "d": (
            "the directory of credentials is known to the run alone",
            "have the command use $CREDENTIALS_DIRECTORY"
        ),
        "S": ("systemd 254 and later have another directory there", "write out which one is meant"),
        "L": ("systemd 254 and later have another directory there", "write out which one is meant"),
        "c": controlGroup, "r": controlGroup, "R": controlGroup,
    ]

    private static let controlGroup = (
        reason: "a run is in none of systemd's control groups",
        advice: "have the command read /proc/self/cgroup"
    )

    /// All that systemd knows.
    fileprivate static let letters = Set("abcdfghijlmnopqrstuvwyABCDEGHIJLMNPRSTUVWY")
}

/// One that has no value here.
struct UnknownSpecifier: Error {
    let letter: Character

    /// Whether systemd has a value for it.
    var isOfSystemd: Bool { Specifier.letters.contains(letter) }

    var reason: String {
        guard isOfSystemd else { return "systemd knows no %\(letter)" }
        return Specifier.unknowable[letter].map { "%\(letter): \($0.reason)" }
            ?? "what %\(letter) stands for is not known here"
    }

    /// - Parameter unit: Where it stands.
    func advice(for unit: String) -> String {
        guard isOfSystemd else { return "write %%\(letter) for the two characters: systemctl edit \(unit)" }
        let what = Specifier.unknowable[letter]?.advice ?? "write it out"
        return "\(what), in a drop-in: systemctl edit \(unit)"
    }
}
