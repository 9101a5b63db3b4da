// A question beside what somebody asked for.
import BGRunCalendar
import BGRunClient
import BGRunWire

extension DaemonOptions {
    /// Somebody waits for something else; what can't be learned in this time is left out.
    private static let glance: Duration = .seconds(2)

    /// Asks the daemon something that nobody has to know. Whatever goes wrong, nothing is known.
    func glance<Value>(_ ask: (inout Connection, AwakeTime) -> Value?) -> Value? {
        guard let path = try? path(), var connection = try? Connection(to: path, within: Self.glance) else {
            return nil
        }
        return ask(&connection, Connection.deadline(in: Self.glance))
    }

    /// What the daemon says of itself.
    var facts: DaemonReport? {
        glance { connection, deadline in (try? connection.call(DoctorCall(), until: deadline))?.daemon }
    }
}
