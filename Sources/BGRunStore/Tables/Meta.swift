// What is true of the state directory as a whole.
import BGRunJob
import BGRunLinux

/// What is stored once.
struct Meta: Equatable {
    /// 16 hex digits that tell this state directory from every other.
    var instance: String
    /// The boot of the last write.
    var bootID: String
    /// Above every run that was ever recorded.
    var nextRun: RunID
    var isPowerSilent: Bool

    /// The beginning of a new database.
    static func fresh(bootID: String) throws(SystemError) -> Meta {
        let digits = Array("0123456789abcdef")
        let instance = try Machine.randomBytes(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return Meta(instance: String(instance), bootID: bootID, nextRun: RunID(1), isPowerSilent: false)
    }

    /// Counts on past `run`.
    mutating func use(_ run: RunID) {
        nextRun = max(nextRun, run.next)
    }
}
