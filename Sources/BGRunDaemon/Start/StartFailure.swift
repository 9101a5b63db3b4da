// Why the daemon does not start or go on, and what it leaves with.
import BGRunLinux

/// A start that came to nothing: the message for people, and the exit code of sysexits(3) for the service manager.
struct StartFailure: Error, Equatable {
    enum Code: Int32 {
        /// Wrong arguments.
        case usage = 2
        /// Something of the machine is missing or in use.
        case unavailable = 69
        /// A system call failed that can't fail (EX_SOFTWARE).
        case software = 70
        /// The policy file can't be used (EX_CONFIG).
        case configuration = 78
    }

    let code: Code
    let text: String
    /// The state directory can't be used as it is, which may be over by itself or by somebody's hand.
    var isOfStorage = false

    /// Makes a failed step a failed start.
    static func unless<Result: ~Copyable>(
        _ step: String, _ body: @autoclosure () throws(SystemError) -> Result
    ) throws(StartFailure) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw StartFailure(code: .unavailable, text: "can't \(step): \(error)")
        }
    }
}
