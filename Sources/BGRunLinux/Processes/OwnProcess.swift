// The process itself, for a library that is a guest in somebody's program.
import CLinux
import Glibc

/// What a library may read and set of the program that it is in.
package enum OwnProcess {
    /// A variable of the environment; nil also where the program has more rights than who started it, as a set-user-id
    /// program has: whoever starts one chooses its environment.
    package static func variable(_ name: String) -> String? {
        guard !name.utf8.contains(0), let value = unsafe clinux_own_variable(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The last of the program's arguments as they were given, by what they are as text: a file's name may be none.
    package static func bytes(ofLast arguments: [String]) -> [[UInt8]] {
        let given = OwnProgram.argumentBytes.suffix(arguments.count)
        guard given.count == arguments.count else { return arguments.map { Array($0.utf8) } }
        return zip(arguments, given).map { text, bytes in
            String(decoding: bytes, as: UTF8.self) == text ? bytes : Array(text.utf8)
        }
    }

    /// From now on the program's standard output is written at the end of each line, also into a pipe. What it holds back
    /// is lost with a process that ends by a signal.
    package static func writeOutputByLines() { clinux_output_by_lines() }

    /// Writes out what standard output holds back.
    package static func flushOutput() { clinux_output_flush() }

    /// Names the calling thread, as `ps -T` and debuggers show it; at most 15 bytes.
    package static func nameThread(_ name: String) { unsafe clinux_name_thread(name) }

    /// Keeps signals off the calling thread, so that the program's own threads get them.
    package static func blockSignals() { _ = clinux_block_all_signals() }
}
