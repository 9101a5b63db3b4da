// Why a program can't be executed, where its file tells more than an errno.
import CLinux
import Glibc

/// What is wrong with the file of a program.
package enum ProgramFault: Equatable, Sendable {
    case directory
    case pipe
    case socket
    case device
    /// Its links never end.
    case circle
    case notExecutable
    /// Others may execute it.
    case denied
    /// Nothing on its file system is executed.
    case mount
    /// It is a text without a `#!` line.
    case noLine
    /// A byte order mark stands before its `#!` line.
    case mark
    /// That ends in a carriage return.
    case carriageReturn
    /// That names nothing.
    case bareLine
    case foreign
    /// It is shorter than its ELF header says.
    case damaged
    /// What its `#!` line, or its ELF header, names.
    case interpreter(String)
    case loader(String)
    /// What the `#!` line of its interpreter names.
    case inner(String)
    /// What its `#!` line names is a directory, or can't be executed for another reason.
    case folder(String)
    case unfit(String)
    /// What its `#!` line names is executed where a working directory has it.
    case relative(String)
    /// What env(1) is to look for, by its `#!` line.
    case word(String)

    init?(_ report: clinux_spawn_report) {
        var report = report
        let name = unsafe withUnsafeBytes(of: &report.interpreter) { unsafe Self.name($0) }
        self.init(clinux_program_fault(UInt32(bitPattern: report.fault)), name)
    }

    private init?(_ fault: clinux_program_fault, _ name: String) {
        switch fault {
        case clinux_fault_directory: self = .directory
        case clinux_fault_pipe: self = .pipe
        case clinux_fault_socket: self = .socket
        case clinux_fault_device: self = .device
        case clinux_fault_circle: self = .circle
        case clinux_fault_mode: self = .notExecutable
        case clinux_fault_denied: self = .denied
        case clinux_fault_mount: self = .mount
        case clinux_fault_line: self = .noLine
        case clinux_fault_mark: self = .mark
        case clinux_fault_return: self = .carriageReturn
        case clinux_fault_bare: self = .bareLine
        case clinux_fault_foreign: self = .foreign
        case clinux_fault_damaged: self = .damaged
        case clinux_fault_interpreter: self = .interpreter(name)
        case clinux_fault_inner: self = .inner(name)
        case clinux_fault_folder: self = .folder(name)
        case clinux_fault_unfit: self = .unfit(name)
        case clinux_fault_loader: self = .loader(name)
        // A C enum is open.
        default: return nil
        }
    }

    /// Somebody's bytes, which go to logs and terminals.
    private static func name(_ bytes: UnsafeRawBufferPointer) -> String {
        let text = unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }

    /// Whether it runs all the same where its job has it otherwise.
    package var isDoubt: Bool {
        switch self {
        case .relative, .word: true
        default: false
        }
    }

    /// To follow a colon.
    package var reason: String {
        switch self {
        case .directory: "it is a directory"
        case .pipe: "it is a named pipe, no program"
        case .socket: "it is a socket, no program"
        case .device: "it is a device, no program"
        case .circle: "its links lead in a circle"
        case .notExecutable: "nobody may execute it"
        case .denied: "its permissions let others execute it alone"
        case .mount: "its file system is mounted with noexec"
        case .noLine: "it has no #! line"
        case .mark: "a byte order mark stands before its #! line"
        case .carriageReturn: "its first line ends in a carriage return"
        case .bareLine: "its #! line names no interpreter"
        case .foreign: "it is not a program for this machine"
        case .damaged: "it is damaged: a part of it is missing"
        case .interpreter(let name): "its interpreter \(name) is not there"
        case .inner(let name): "its interpreter is a script, whose own interpreter \(name) is not there"
        case .folder(let name): "its interpreter \(name) is a directory"
        case .unfit(let name): "its interpreter \(name) can't be executed"
        case .loader(let name): "its loader \(name) is not there"
        case .relative(let name): "its interpreter \(name) is looked for in the job's working directory"
        case .word(let name): "its first line names \(name), which is not on the job's PATH"
        }
    }

    /// What to do about it.
    ///
    /// - Parameter name: The file, as its reader types it.
    package func advice(for name: String) -> String {
        switch self {
        case .directory: "name a program in it"
        case .pipe, .socket, .device: "correct its name"
        case .circle: "make them anew: readlink \(name) shows where the first leads"
        case .notExecutable: "chmod +x \(name)"
        case .denied: "ask its owner"
        case .mount: "move it to another, or name the program that runs it before it, such as /bin/sh"
        case .noLine: "write #!/bin/sh as its first line, or name /bin/sh before it"
        case .mark: "save the script as UTF-8 without one"
        case .carriageReturn: "save the script with line feeds alone"
        case .bareLine: "write #!/bin/sh, or what it is for"
        case .foreign: "install the one for this machine, or name the program that runs it before it"
        case .damaged: "install it anew"
        case .interpreter(let name) where !name.hasPrefix("/"): "write its full path in the first line"
        case .interpreter: "install it, or correct the first line"
        case .inner: "install it, or correct the first line of the interpreter"
        case .folder, .unfit: "name a program in the first line"
        case .loader: "install the program as this distribution has it"
        case .relative: "write its full path in the first line"
        case .word(let words) where words.utf8.contains(UInt8(ascii: " ")): "write #!/usr/bin/env -S \(words)"
        case .word: "install it there, or write its full path in the first line"
        }
    }
}

extension ProgramFault {
    /// What the kernel would find if it were to execute the file now; nil for nothing, and for a file that is not there.
    ///
    /// - Parameters:
    ///   - searchPath: The job's PATH, by which env(1) looks for programs; nil where that is not known.
    ///   - isFree: Whether a path may be looked at: whoever asks is not to wait.
    package static func find(
        at path: String, searchPath: String? = nil, where isFree: (String) -> Bool
    ) -> ProgramFault? {
        var bytes = [CChar](repeating: 0, count: Int(clinux_interpreter_bytes))
        var role = clinux_role_program.rawValue
        var next = path
        for _ in 0...Int(clinux_most_interpreters) {
            guard isFree(next) else { return nil }
            let fault = unsafe clinux_fault_at(next, &role, &bytes)
            if fault != 0 {
                let found = ProgramFault(
                    clinux_program_fault(UInt32(bitPattern: fault)), shown(next))
                // Another program may have been made known as the one that runs it (binfmt_misc).
                return found?.isOfKind == true && hasOtherKinds ? nil : found
            }
            let name = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            guard let name = String(validating: name, as: UTF8.self) else { return nil }
            if name.isEmpty { return searchPath.flatMap { word(of: path, missingFrom: $0) } }
            if !name.hasPrefix("/") { return .relative(shown(name)) }
            next = name
        }
        // Each is executed by the next, with no end that the kernel comes to.
        return role == clinux_role_inner.rawValue ? .unfit(shown(next)) : nil
    }

    private var isOfKind: Bool {
        switch self {
        case .noLine, .mark, .foreign, .damaged, .unfit: true
        default: false
        }
    }

    private static func shown(_ path: String) -> String {
        unsafe Array(path.utf8).withUnsafeBytes { unsafe name($0) }
    }

    /// What `#!/usr/bin/env` is to look for, and does not find. What it is told in other ways is not read.
    private static func word(of path: String, missingFrom searchPath: String) -> ProgramFault? {
        guard let head = try? File.open(path, O_RDONLY | O_NONBLOCK).beginning(256),
            head.starts(with: "#!".utf8)
        else { return nil }
        let line = String(decoding: head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        var words = line.split { $0 == " " || $0 == "\t" }
        guard ["/usr/bin/env", "/bin/env"].contains(words.first), words.count > 1 else { return nil }
        words.removeFirst()
        // Without -S, all that follows is one word.
        let name = words[0] == "-S" ? String(words.dropFirst().first ?? "") : words.joined(separator: " ")
        guard let first = name.utf8.first, first != UInt8(ascii: "-"),
            !name.utf8.contains(where: { "=/$\\'\"".utf8.contains($0) })
        else { return nil }
        let places = searchPath.split(separator: ":").map { "\($0)/\(name)" }
        return places.contains { unsafe access($0, X_OK) == 0 } ? nil : .word(shown(name))
    }

    private static var hasOtherKinds: Bool {
        guard let kinds = try? Directory(path: "/proc/sys/fs/binfmt_misc").names(limit: 1000) else {
            return false
        }
        return !kinds.allSatisfy { ["register", "status"].contains($0) }
    }
}

extension FileDescriptor {
    fileprivate func beginning(_ most: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        guard case .bytes(let count) = try read(into: &bytes) else { return [] }
        return Array(bytes.prefix(count))
    }
}
