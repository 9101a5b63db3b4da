// A process descriptor that can stand in a dictionary.
import BGRunLinux
import Glibc

/// One process of a run: its main process, or one found later.
final class HeldProcess {
    private let descriptor: ProcessDescriptor

    init(_ descriptor: consuming ProcessDescriptor) { self.descriptor = descriptor }

    /// Opens whatever process has the number now; nil where none has.
    static func open(_ pid: Int32) throws(SystemError) -> HeldProcess? {
        do throws(SystemError) {
            return HeldProcess(try ProcessDescriptor(pid: pid))
        } catch {
            // ESRCH: gone. EINVAL: the number is a thread's by now. No process of the run has it.
            if error.errno == ESRCH || error.errno == EINVAL { return nil }
            throw error
        }
    }

    var pid: Int32 { descriptor.pid }
    /// Readable once the process has ended.
    var rawValue: Int32 { descriptor.descriptor.rawValue }

    /// Sends signals in their order. One that has ended, or is beyond our rights, cannot be helped.
    func send(_ signals: [Int32]) {
        for signal in signals { try? descriptor.send(signal: signal) }
    }

    /// Halts it. One that has ended counts as halted; one beyond our rights (EPERM) does not.
    func stop() throws(SystemError) {
        do throws(SystemError) {
            try descriptor.send(signal: SIGSTOP)
        } catch {
            if error.errno != ESRCH { throw error }
        }
    }

    func reap() throws(SystemError) -> ProcessExit? { try descriptor.reap() }

    func waitForExit() throws(SystemError) -> ProcessExit { try descriptor.waitForExit() }
}
