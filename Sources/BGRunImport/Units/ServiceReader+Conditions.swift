// What a service asks of the machine before it is started, as requirements that its job waits for; and what is left.
import BGRunJSON

extension ServiceReader {
    mutating func conditions() {
        var (either, never): ([JSONValue], [JSONValue]) = ([], [])
        let known = Self.requirements.flatMap { ["Condition\($0.key)", "Assert\($0.key)"] }
        // One of several must hold; of those that are not known here nobody can say.
        let isEitherKnown = service.conditions.allSatisfy {
            !$0.value.hasPrefix("|") || known.contains($0.key)
        }
        for (key, unseen, requirement) in Self.requirements {
            for written in service.all("Unit", "Condition\(key)") + service.all("Unit", "Assert\(key)") {
                guard let text = expanded(written) else { continue }
                if text.hasPrefix("|"), !isEitherKnown {
                    sketch.say(
                        .notKept, written.place, "it is one of several, of which bgrun does not know all")
                    continue
                }
                let isEither = text.hasPrefix("|")
                var value = String(text.drop { $0 == "|" })
                let isNot = value.hasPrefix("!")
                value = String(value.drop { $0 == "!" || $0.isBlank })
                guard let (name, wanted, holds) = requirement(value) else {
                    sketch.say(
                        .notKept, written.place,
                        key == "ACPower"
                            ? "systemd can't read the value, and takes it for one that does not hold"
                            : SettingFate.passedOver)
                    continue
                }
                if isNot == holds, unseen != nil {
                    sketch.say(
                        .notKept, written.place,
                        "bgrun can wait for the path to be there, and for no more of it")
                    continue
                }
                if isEither {
                    let one: JSONValue = [name: wanted]
                    either.append(isNot == holds ? ["not": one] : one)
                } else if isNot == holds {
                    never.append([name: wanted])
                } else {
                    sketch.add(name, wanted, to: "requires")
                }
                sketch.say(
                    .changed, written.place, waiting(unseen, key: written.key),
                    advice: "remove \"onRequirementLost\" to have it stopped")
                sketch["onRequirementLost"] = "finish"
            }
        }
        if either.count > 1 {
            sketch.add("anyOf", .array(either), to: "requires")
        } else if let one = either.first, case .object(let object) = one {
            for member in object.members { sketch.add(member.key, member.value, to: "requires") }
        }
        if never.count > 1 {
            sketch.add("not", ["anyOf": .array(never)], to: "requires")
        } else if let one = never.first {
            sketch.add("not", one, to: "requires")
        }
        dependencies()
    }

    /// What a requirement there is here, and whether the value asks for it or for its opposite.
    private typealias Requirement = @Sendable (String) -> (name: String, wanted: JSONValue, holds: Bool)?

    /// What becomes of a condition of which there is a requirement here.
    ///
    /// - Parameters:
    ///   - unseen: What the requirement does not look at, where systemd does.
    ///   - key: An assertion fails the run, a condition skips it.
    private func waiting(_ unseen: String?, key: String) -> String {
        let verb = key.hasPrefix("Assert") ? "fails" : "skips"
        guard let unseen else {
            return
                "the job waits for it, where systemd looks once and \(verb) the run; one that has begun goes on without it"
        }
        return switch work {
        case .commands:
            "the job waits until it exists, where systemd looks once and \(verb) the run; \(unseen) is not looked at, and a run that has begun goes on without it"
        case .unit:
            "the job waits until it exists; \(unseen), systemd looks at when it starts the service; a run that has begun goes on without it"
        }
    }

    private static let requirements: [(key: String, unseen: String?, requirement: Requirement)] = [
        ("ACPower", nil, { value in Unit.boolean(value).map { ("externalPower", true, $0) } }),
        ("PathExists", nil, exists),
        ("PathIsMountPoint", nil, { path in path.hasPrefix("/") ? ("mounted", .string(path), true) : nil }),
        ("PathIsDirectory", "whether it is a directory", exists),
        ("PathIsReadWrite", "whether it can be written to", exists),
        ("FileNotEmpty", "whether it is a file that is not empty", exists),
        ("FileIsExecutable", "whether it can be executed", exists),
        ("DirectoryNotEmpty", "whether it is a directory that is not empty", exists),
    ]

    private static let exists: Requirement = { path in
        path.hasPrefix("/") ? ("pathExists", .string(path), true) : nil
    }

    // MARK: - What is left

    mutating func rest() {
        var confining: [Assignment] = []
        for written in service.unasked where !written.section.hasPrefix("X-") {
            let isOff = SettingFate.isOff(written.key, written.value)
            switch SettingFate.of(written.section, written.key) {
            case .read?: sketch.say(.kept, written.place, SettingFate.unreadReason)
            case .idle?: sketch.say(.kept, written.place, SettingFate.idleReason)
            case .confines? where isOff, .notKept? where isOff:
                sketch.say(.kept, written.place, SettingFate.offReason)
            case .confines?:
                if !confining.contains(where: { $0.key == written.key }) { confining.append(written) }
            case .notKept(let reason, let advice)?:
                sketch.say(.notKept, written.place, reason, advice: advice)
            case nil:
                sketch.say(.notKept, written.place, SettingFate.unknown, advice: SettingFate.adviceOnUnknown)
            }
        }
        sketch.sayOfUntold(service.untold(by: sketch.remarks))
        guard let first = confining.first else { return }
        let keys = confining.map(\.key)
        sketch.say(
            .notKept, first.place,
            "nothing confines the job (\(keys.prefix(6).joined(separator: ", "))\(keys.count > 6 ? " and \(keys.count - 6) more" : ""))",
            advice: "set \"noNewPrivileges\", a \"user\", or run it by systemd-run --wait --pipe -p …")
    }
}
