// Start a program as a child held by a pidfd.
import CLinux
import Glibc

/// Starting programs. What happens in the child is told in CLinux's spawn.c.
package enum Spawn {
    /// How the child comes to be.
    package enum Method: Sendable {
        /// clone3, and where the kernel has none or a filter forbids it, vfork.
        case best
        /// vfork and pidfd_open, as on an old kernel.
        case vfork
    }

    /// Starts the program. On return it runs: exec has succeeded.
    package static func start(
        _ request: SpawnRequest, by method: Method = .best
    ) throws(SpawnFailure) -> ProcessDescriptor {
        let texts = request.arguments + request.environment + [request.workingDirectory]
        guard !request.arguments.isEmpty, !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw SpawnFailure(step: .arguments, errno: EINVAL)
        }
        let result = unsafe withTexts(request.candidates) { candidates in
            unsafe withTexts(request.arguments) { arguments in
                unsafe withTexts(request.environment) { environment in
                    unsafe request.workingDirectory.withCString { directory in
                        unsafe call(request, method, candidates, arguments, environment, directory)
                    }
                }
            }
        }
        if result.error != 0 { throw SpawnFailure(step: step(result.step), errno: result.error) }
        return ProcessDescriptor(owning: FileDescriptor(owning: result.pidfd), pid: result.pid)
    }

    private typealias Texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    private static func call(
        _ request: SpawnRequest, _ method: Method,
        _ candidates: Texts, _ arguments: Texts, _ environment: Texts, _ directory: UnsafePointer<CChar>
    ) -> clinux_spawned {
        let groups = request.identity?.groups ?? []
        let limits = request.limits.map { clinux_limit(resource: $0.resource, soft: $0.soft, hard: $0.hard) }
        return unsafe groups.withUnsafeBufferPointer { groups in
            unsafe limits.withUnsafeBufferPointer { limits in
                var raw = unsafe clinux_spawn()
                unsafe raw.candidates = UnsafeRawPointer(candidates).assumingMemoryBound(
                    to: UnsafePointer<CChar>?.self)
                unsafe raw.arguments = UnsafePointer(arguments)
                unsafe raw.environment = UnsafePointer(environment)
                unsafe raw.directory = directory
                unsafe raw.standard = (
                    request.standardInput, request.standardOutput, request.standardError
                )
                unsafe raw.cgroup = request.cgroup ?? -1
                if let identity = request.identity {
                    unsafe raw.change_identity = 1
                    unsafe raw.uid = identity.user
                    unsafe raw.gid = identity.group
                }
                unsafe raw.groups = groups.baseAddress
                unsafe raw.group_count = groups.count
                unsafe raw.file_mode_mask = request.fileModeMask.map { Int32($0 & 0o777) } ?? -1
                if let nice = request.nice {
                    unsafe raw.change_nice = 1
                    unsafe raw.nice = nice
                }
                unsafe raw.io_priority = ioPriority(request.ioPriority)
                unsafe raw.no_new_privileges = request.privileges == .fixed ? 1 : 0
                unsafe raw.limits = limits.baseAddress
                unsafe raw.limit_count = limits.count
                unsafe raw.avoid_clone3 = method == .vfork ? 1 : 0
                var result = clinux_spawned()
                unsafe clinux_start(&raw, &result)
                return result
            }
        }
    }

    /// ioprio_set(2): the class in the upper three bits of sixteen, 3 for idle.
    private static func ioPriority(_ priority: SpawnRequest.IOPriority) -> Int32 {
        switch priority {
        case .byNice: -1
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

    private static func step(_ step: Int32) -> SpawnFailure.Step {
        switch clinux_spawn_step(UInt32(bitPattern: step)) {
        case clinux_step_cgroup: .cgroup
        case clinux_step_session: .session
        case clinux_step_limits: .limits
        case clinux_step_priority: .priority
        case clinux_step_standard: .standardDescriptors
        case clinux_step_identity: .identity
        case clinux_step_privileges: .privileges
        case clinux_step_directory: .workingDirectory
        case clinux_step_exec: .execute
        // A C enum is open; what is left is clinux_step_clone.
        default: .clone
        }
    }
}

/// Why there is no child. Nothing of it is left: no process, no descriptor.
package struct SpawnFailure: Error, Equatable, Sendable {
    /// What was being done, in the order it is done.
    package enum Step: Equatable, Sendable {
        /// A text that cannot be passed: empty, or with a zero byte in it.
        case arguments
        case clone, cgroup, session, standardDescriptors, limits, priority, identity, privileges
        case workingDirectory
        case execute
    }

    package let step: Step
    package let errno: Int32

    package init(step: Step, errno: Int32) {
        self.step = step
        self.errno = errno
    }
}
