// What a service reads and where it writes: files, texts and credentials.
import BGRunJSON

extension ServiceReader {
    mutating func output() {
        for (key, name) in [("StandardOutput", "standardOutput"), ("StandardError", "standardError")] {
            guard let written = service.last("Service", key), let value = expanded(written) else { continue }
            let parts = Self.parts(value)
            if key == "StandardError", value == "inherit", let file = sketch["standardOutput"] {
                sketch[name] = file
                sketch.say(.kept, written.place, "it goes to the same file")
            } else if parts.count == 2, parts[1].hasPrefix("/"), parts[1] != "/dev/null",
                ["append", "file", "truncate"].contains(parts[0])
            {
                sketch[name] = .string(parts[1])
                parts[0] == "append"
                    ? sketch.say(.kept, written.place, "\"\(name)\" is the same")
                    : sketch.say(.changed, written.place, "it is appended to the file")
            } else {
                sketch.say(.changed, written.place, "bgrun logs has it")
            }
        }
        // As systemd has it, errors go where the output goes.
        if service.last("Service", "StandardError") == nil {
            sketch["standardError"] = sketch["standardOutput"]
        }
    }

    /// Without `StandardInput=` the texts count, where there are any.
    mutating func input() {
        let lines = service.all("Service", "StandardInputText")
        let data = service.all("Service", "StandardInputData")
        let written = service.last("Service", "StandardInput")
        guard let written, written.value != "data" else {
            if let written { sketch.say(.kept, written.place, "a run reads what its job has") }
            return text(lines, data)
        }
        guard let value = expanded(written) else { return }
        let parts = Self.parts(value)
        switch parts[0] {
        case "null": sketch.say(.kept, written.place, "a run has nothing to read")
        case "file" where parts.count == 2:
            sketch.say(
                .notKept, written.place, "a job reads no file in its place",
                advice: "have the command read it: < \(parts[1].onOneLine)")
        case let word where word.hasPrefix("tty"):
            sketch.say(.notKept, written.place, "a job has no terminal")
        case _: sketch.say(.notKept, written.place, "a job has nothing to read there")
        }
    }

    /// Each text is a line. Where some of them are not known here, a part of them would be worse than none.
    private mutating func text(_ lines: [Assignment], _ data: [Assignment]) {
        guard data.isEmpty else {
            for written in lines + data {
                sketch.say(
                    .notKept, written.place, "bgrun takes a text alone",
                    advice: "write it as \"standardInput\", or have the command read a file")
            }
            return
        }
        guard !lines.isEmpty else { return }
        var input = ""
        for written in lines {
            guard let text = expanded(written) else { return }
            input += CommandWords.unescaped(text) + "\n"
            sketch.say(.kept, written.place, "\"standardInput\" is the same")
        }
        sketch["standardInput"] = .string(input)
    }

    mutating func credentials() {
        for written in service.all("Service", "LoadCredential") {
            guard let value = expanded(written) else { continue }
            let parts = Self.parts(value)
            guard parts.count == 2, parts[1].hasPrefix("/") else {
                sketch.say(.notKept, written.place, "bgrun hands over files by their whole paths alone")
                continue
            }
            sketch.add(parts[0], .string(parts[1]), to: "credentials")
            sketch.say(.kept, written.place, "\"credentials\" is the same")
        }
    }

    /// What stands before the first colon, and behind it.
    private static func parts(_ value: String) -> [String] {
        value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
}
