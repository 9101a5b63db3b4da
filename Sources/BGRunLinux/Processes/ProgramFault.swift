// Why a program can't be executed, where its file tells more than an errno.
import CLinux
import Glibc

/// What is wrong with the file of a program.
package enum ProgramFault: Equatable, Sendable {
    case directory
    case notExecutable
    /// Others may execute it.
    case denied
    /// Nothing on its file system is executed.
    case mount
    /// It is a text without a `#!` line.
    case noLine
    case foreign
    /// What its `#!` line, or its ELF header, names.
    case interpreter(String)
    case loader(String)

    init?(_ report: clinux_spawn_report) {
        var report = report
        let name = unsafe withUnsafeBytes(of: &report.interpreter) { unsafe Self.name($0) }
        self.init(clinux_program_fault(UInt32(bitPattern: report.fault)), name)
    }

    private init?(_ fault: clinux_program_fault, _ name: String) {
        switch fault {
        case clinux_fault_directory: self = .directory
        case clinux_fault_mode: self = .notExecutable
        case clinux_fault_mount: self = .mount
        case clinux_fault_line: self = .noLine
        case clinux_fault_foreign: self = .foreign
        case clinux_fault_interpreter: self = .interpreter(name)
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

    /// To follow a colon.
    package var reason: String {
        switch self {
        case .directory: "it is a directory"
        case .notExecutable: "nobody may execute it"
        case .denied: "its permissions let others execute it alone"
        case .mount: "its file system is mounted with noexec"
        case .noLine: "it has no #! line"
        case .foreign: "it is not a program for this machine"
        case .interpreter(let name): "its interpreter \(name) is not there"
        case .loader(let name): "its loader \(name) is not there"
        }
    }

    /// What to do about it.
    ///
    /// - Parameter name: The file, as its reader types it.
    package func advice(for name: String) -> String {
        switch self {
        case .directory: "name a program in it"
        case .notExecutable: "chmod +x \(name)"
        case .denied: "ask its owner"
        case .mount: "move it to another, or name the program that runs it before it, such as /bin/sh"
        case .noLine: "write #!/bin/sh as its first line, or name /bin/sh before it"
        case .foreign: "install the one for this machine, or name the program that runs it before it"
        case .interpreter: "install it, or correct the first line"
        case .loader: "install the program as this distribution has it"
        }
    }
}

extension ProgramFault {
    /// What the kernel would find if it were to execute the file now; nil for nothing, and for a file that is not there.
    ///
    /// - Parameter isFree: Whether a path may be looked at: whoever asks is not to wait.
    package static func find(at path: String, where isFree: (String) -> Bool) -> ProgramFault? {
        var status = stat()
        guard isFree(path), unsafe stat(path, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFDIR { return .directory }
        if status.st_mode & 0o111 == 0 { return .notExecutable }
        if unsafe access(path, X_OK) != 0, errno == EACCES { return .denied }
        var place = statvfs()
        if unsafe statvfs(path, &place) == 0, place.f_flag & 8 /* ST_NOEXEC */ != 0 { return .mount }
        guard status.st_mode & S_IFMT == S_IFREG,
            let head = try? File.open(path, O_RDONLY | O_NONBLOCK).beginning(Int(clinux_head_bytes))
        else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(clinux_interpreter_bytes))
        let program = unsafe clinux_program_of(head, head.count, &bytes)
        let name = unsafe bytes.withUnsafeBytes { unsafe Self.name($0) }
        // Another program may have been made known as the one that runs it (binfmt_misc).
        switch program {
        case clinux_program_text: return hasOtherKinds ? nil : .noLine
        case clinux_program_foreign: return hasOtherKinds ? nil : .foreign
        default: break
        }
        guard name.hasPrefix("/"), isFree(name), unsafe access(name, F_OK) != 0, errno == ENOENT else {
            return nil
        }
        return program == clinux_program_script ? .interpreter(name) : .loader(name)
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
