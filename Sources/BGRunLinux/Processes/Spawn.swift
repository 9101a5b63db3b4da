// Start a program as a child held by a pidfd.
import CLinux
import Glibc

/// Starting programs, by way of bgrun-exec: see CLinux's spawn.c, and docs/decisions/024.
package enum Spawn {
    /// How the child comes to be.
    package enum Method: Sendable {
        /// clone3, and where the kernel has none or a filter forbids it, vfork.
        case best
        /// vfork and pidfd_open, as on an old kernel.
        case vfork
    }

    /// Opens bgrun-exec, so that a later update can't put another one in its place. Once at the start.
    ///
    /// - Throws: ENOENT where it is neither beside this program nor where it is installed.
    package static func prepare() throws(SystemError) {
        if helper.number < 0 { throw SystemError(operation: "open", path: "bgrun-exec", errno: helper.errno) }
        _ = isSpared
        if ourselves < 0 { throw SystemError(operation: "open", path: "/proc/self/exe", errno: ENOENT) }
    }

    /// Whether we are spared where memory is scarce, as ``OwnLimits/spare()`` or who started us has it. No child is.
    private static let isSpared = OwnLimits.spared.map { $0 < 0 } ?? false

    /// Our own program, also where its file was replaced since.
    private static let ourselves: Int32 = (try? File.open("/proc/self/exe", O_RDONLY).release()) ?? -1

    /// Open for as long as the program lives.
    private static let helper: (number: Int32, errno: Int32) = {
        let own = Machine.programPath ?? ""
        let directory = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
        var errno = ENOENT
        for place in ["\(directory)/bgrun-exec", "\(directory)/../libexec/bgrun/bgrun-exec"] {
            do throws(SystemError) {
                return (try File.open(place, O_RDONLY).release(), 0)
            } catch {
                errno = error.errno
            }
        }
        return (-1, errno)
    }()

    /// Starts the program, and waits for nothing of its owner's: the child says in its ``SpawnReport`` when it has begun.
    ///
    /// - Throws: Only where there is no child.
    package static func start(
        _ request: SpawnRequest, by method: Method = .best
    ) throws(SpawnFailure) -> SpawnedProcess {
        let texts =
            request.arguments + request.environment + [request.workingDirectory]
            + request.files
        guard !request.arguments.isEmpty, !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw SpawnFailure(step: .arguments, errno: EINVAL)
        }
        guard helper.number >= 0 else { throw SpawnFailure(step: .clone, errno: helper.errno) }
        let words =
            ["bgrun-exec", numbers(of: request), request.workingDirectory, request.searchPath]
            + request.files
        let result = unsafe withTexts(words + request.arguments) { arguments in
            unsafe withTexts(request.environment) { environment in
                var raw = unsafe clinux_spawn()
                unsafe raw.helper = helper.number
                unsafe raw.program = request.isOurselves ? ourselves : -1
                unsafe raw.arguments = UnsafePointer(arguments)
                unsafe raw.environment = UnsafePointer(environment)
                unsafe raw.standard = (
                    request.standardInput, request.standardOutput, request.standardError
                )
                unsafe raw.cgroup = request.cgroup ?? -1
                unsafe raw.is_spared = isSpared ? 1 : 0
                unsafe raw.avoid_clone3 = method == .vfork ? 1 : 0
                var result = clinux_spawned()
                unsafe clinux_start(&raw, &result)
                return result
            }
        }
        if result.error != 0 {
            throw SpawnFailure(step: SpawnFailure.Step(result.step), errno: result.error)
        }
        return SpawnedProcess(
            process: ProcessDescriptor(owning: FileDescriptor(owning: result.pidfd), pid: result.pid),
            report: SpawnReport(FileDescriptor(owning: result.report)))
    }

    private typealias Texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// What the child is to be, as bgrun-exec reads it.
    private static func numbers(of request: SpawnRequest) -> String {
        var numbers: [UInt64] = [request.isOurselves ? 1 : 0, UInt64(request.limits.count)]
        for limit in request.limits {
            numbers += [UInt64(UInt32(bitPattern: limit.resource)), limit.soft, limit.hard]
        }
        var text = numbers.map { "\($0)" }.joined(separator: " ")
        text += request.nice.map { " 1 \($0)" } ?? " 0"
        text += ioPriority(request.ioPriority).map { " 1 \($0)" } ?? " 0"
        text += request.fileModeMask.map { " 1 \($0 & 0o777)" } ?? " 0"
        text += " \(request.copies.count) \(request.outputs.count)"
        for output in request.outputs {
            text += " \(output.stream.rawValue) \(output.maxSize ?? 0) \(output.keep)"
        }
        if let identity = request.identity {
            text += request.isAudited ? " 1 1" : " 1 0"
            text += " \(identity.user) \(identity.group) \(identity.groups.count)"
            for group in identity.groups { text += " \(group)" }
        } else {
            text += " 0"
        }
        text += request.privileges == .fixed ? " 1" : " 0"
        text += " \(directoryRule(request.directoryRule))"
        return text + (request.environmentFile?.isOptional == true ? " 1" : " 0")
    }

    private static func directoryRule(_ rule: SpawnRequest.DirectoryRule) -> Int {
        switch rule {
        case .mustBeThere: 0
        case .orRoot: 1
        case .made: 2
        }
    }

    /// ioprio_set(2): the class in the upper three bits of sixteen, 3 for idle.
    private static func ioPriority(_ priority: SpawnRequest.IOPriority) -> Int32? {
        switch priority {
        case .byNice: nil
        case .idle: 3 << 13
        }
    }

    /// Texts as C takes them: an array of pointers to zero-ended bytes, with a null pointer at its end.
    private static func withTexts<Result>(_ texts: [String], _ body: (Texts) -> Result) -> Result {
        var bytes: [CChar] = []
        var starts: [Int] = []
        for text in texts {
            starts.append(bytes.count)
            bytes.append(contentsOf: text.utf8.map { CChar(bitPattern: $0) })
            bytes.append(0)
        }
        return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            var pointers: [UnsafeMutablePointer<CChar>?] = unsafe starts.map { start in
                unsafe bytes.baseAddress.map { unsafe $0 + start }
            }
            unsafe pointers.append(nil)
            return unsafe pointers.withUnsafeMutableBufferPointer { pointers in
                guard let base = pointers.baseAddress else {
                    preconditionFailure("it holds the null pointer")
                }
                return unsafe body(base)
            }
        }
    }
}

extension SpawnRequest {
    /// The files that it names, in the order in which bgrun-exec takes them.
    fileprivate var files: [String] {
        [environmentFile?.path ?? ""] + copies.flatMap { [$0.to, $0.from] } + outputs.map(\.path)
    }
}

/// Why the program was not started.
package struct SpawnFailure: Error, Equatable, Sendable {
    /// What was being done, in the order it is done.
    package enum Step: Equatable, Sendable {
        /// A text that cannot be passed: empty, or with a zero byte in it.
        case arguments
        case clone, cgroup, session, standardDescriptors, limits, priority, identity, privileges
        case credential
        case environmentFile
        case makingDirectory
        case workingDirectory
        case output
        case execute
        /// It was not found in a home that is not there.
        case home
    }

    package let step: Step
    package let errno: Int32
    /// What is wrong with its file, where that was found.
    package let program: ProgramFault?

    package init(step: Step, errno: Int32, program: ProgramFault? = nil) {
        self.step = step
        self.errno = errno
        self.program = program
    }
}
