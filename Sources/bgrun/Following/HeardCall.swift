// A call whose answers are heard beside those of others.
import BGRunCalendar
import BGRunClient
import BGRunWire

/// One connection with one call on it, whose answers are taken as they come.
final class HeardCall<Asked: InterfaceCall> {
    private var connection: Connection
    /// Nothing more is heard of it.
    private(set) var isOver = false

    init(_ connection: consuming Connection, _ call: Asked) throws(ClientError) {
        var connection = connection
        try connection.stream(call)
        self.connection = connection
    }

    /// Ready for reading when there is an answer, or nobody any more to give one.
    var descriptor: Int32 { connection.descriptor }

    /// The next answer that has come, or that comes up to an instant; nil where there is none. A daemon that refuses, or
    /// goes, has no more to say.
    func answer(until deadline: AwakeTime? = AwakeTime(microseconds: 0)) -> Asked.Reply? {
        if isOver { return nil }
        do throws(ClientError) {
            switch try connection.receive(Asked.self, until: deadline) {
            case .more(let reply): return reply
            case .last(let reply):
                isOver = true
                return reply
            }
        } catch {
            isOver = !error.isTimeout
            return nil
        }
    }
}
