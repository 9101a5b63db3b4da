// Facts about this machine and this process that need no descriptor.
import CLinux
import Glibc

/// This machine and the process we are.
package enum Machine {
    package static var user: UInt32 { getuid() }
    package static var effectiveUser: UInt32 { geteuid() }
    package static var group: UInt32 { getgid() }
    package static var pid: Int32 { getpid() }
    /// Our nice value, -20 to 19.
    package static var nice: Int32 { getpriority(Int32(PRIO_PROCESS.rawValue), 0) }

    /// The file that we were started from; nil where it can't be known.
    package static var programPath: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A variable of our environment; nil when it is not set or not UTF-8.
    package static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(validatingCString: value)
    }

    /// The names of the variables that we were started with.
    package static var environmentNames: [String] {
        let bytes = (try? File.contents(of: "/proc/self/environ", limit: 4 << 20)) ?? []
        return bytes.split(separator: 0).map { variable in
            String(decoding: variable.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        }
    }

    /// The path of the working directory; nil where it was removed. What is no text has U+FFFD in it.
    package static var workingDirectory: String? {
        workingDirectoryBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same as the kernel has it.
    package static var workingDirectoryBytes: [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard unsafe getcwd(&buffer, buffer.count) != nil else { return nil }
        return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }

    /// The identity of this boot: differs after every start of the machine.
    package static func bootIdentifier() throws(SystemError) -> String {
        let bytes = try File.contents(of: "/proc/sys/kernel/random/boot_id", limit: 64)
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The identity of this installation, machine-id(5): the same for ever, and on no other machine. It is not to be
    /// told to anybody. Nil where there is none.
    package static var installationIdentifier: [UInt8]? {
        guard let bytes = try? File.contents(of: "/etc/machine-id", limit: 64) else { return nil }
        let digits = bytes.prefix { $0 != UInt8(ascii: "\n") }
        return digits.count == 32 ? Array(digits) : nil
    }

    /// What the machine is called; nil where the kernel does not say.
    package static var hostName: String? { kernelWord("hostname") }

    /// As `uname -r` has it.
    package static var kernelRelease: String? { kernelWord("osrelease") }

    private static func kernelWord(_ name: String) -> String? {
        guard let bytes = try? File.contents(of: "/proc/sys/kernel/\(name)", limit: 256) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// How many processors work now; at least one.
    package static var onlineProcessors: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

    /// How much memory the kernel has, in bytes; where it does not say, more than there is.
    package static var memory: Int64 {
        let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        guard pages > 0, size > 0 else { return .max }
        let (bytes, overflow) = Int64(pages).multipliedReportingOverflow(by: Int64(size))
        return overflow ? .max : bytes
    }

    /// Bytes nobody can foretell.
    package static func randomBytes(_ count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let start = filled
            filled += try SystemError.check("getrandom") {
                unsafe bytes[start...].withUnsafeMutableBytes {
                    unsafe clinux_random($0.baseAddress, $0.count)
                }
            }
        }
        return bytes
    }
}
