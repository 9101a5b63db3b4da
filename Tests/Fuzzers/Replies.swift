// What a daemon, of whatever version, answers a client; and what a run has written, as text in pieces.
import BGRunJSON
import BGRunJob

@testable import BGRunWire

enum Replies {
    /// By the first byte of the input: a letter for each reply.
    private static let readers: [UInt8: @Sendable (JSONObject) -> Void] = [
        UInt8(ascii: "a"): read(SubmitCall.Reply.self), UInt8(ascii: "b"): read(StatusCall.Reply.self),
        UInt8(ascii: "c"): read(WhyCall.Reply.self), UInt8(ascii: "d"): read(CancelCall.Reply.self),
        UInt8(ascii: "e"): read(RunCall.Reply.self),
        UInt8(ascii: "f"): read(SimulateConditionsCall.Reply.self),
        UInt8(ascii: "g"): read(NextCall.Reply.self), UInt8(ascii: "h"): read(WaitCall.Reply.self),
        UInt8(ascii: "i"): read(LogsCall.Reply.self), UInt8(ascii: "j"): read(HistoryCall.Reply.self),
        UInt8(ascii: "k"): read(ConditionsCall.Reply.self), UInt8(ascii: "l"): read(HeldBack.self),
        UInt8(ascii: "m"): read(ForecastCall.Reply.self), UInt8(ascii: "n"): read(EventsCall.Reply.self),
        UInt8(ascii: "o"): read(DoctorCall.Reply.self), UInt8(ascii: "p"): read(ServiceIdentity.self),
        UInt8(ascii: "q"): read(AttachCall.Reply.self), UInt8(ascii: "r"): read(PermitCall.Reply.self),
        UInt8(ascii: "s"): read(ListApplicationsCall.Reply.self),
        UInt8(ascii: "u"): read(PendingTasksCall.Reply.self),
        UInt8(ascii: "x"): read(ConditionHistoryCall.Reply.self),
        UInt8(ascii: "v"): read(SubmitTaskCall.Reply.self), UInt8(ascii: "w"): read(AssertCall.Reply.self),
    ]

    @Sendable static func check(_ bytes: [UInt8]) {
        var input = Input(bytes)
        let letter = input.byte()
        if letter == UInt8(ascii: "t") { return checkText(Array(input.rest)) }
        guard let answer = try? Answer(message: Array(input.rest)) else { return }
        var written: [UInt8] = []
        answer.write(to: &written)
        hold(written.last == 0 && !written.dropLast().contains(0), "a message does not end with its one zero")
        hold((try? Answer(message: written.dropLast())) == answer, "an answer is read as another")
        switch answer {
        case .last(let object), .continues(let object):
            hold(
                JSONObject(joining: [object, object.withoutElements]) == object,
                "what goes on with no element tells something else")
            readers[letter]?(object)
        case .error(let name, let object): _ = CallError(name: name, parameters: object)
        }
    }

    /// A value that was read is written, and that is read as the same again.
    private static func read<Value: WireObject>(_ type: Value.Type) -> @Sendable (JSONObject) -> Void {
        { object in
            guard let value = try? Value(reply: object) else { return }
            let written = value.object
            do throws(FieldFault) {
                let again = try Value(reply: written)
                hold(again.object == written, "a \(type) is read as another: \(value.json.text())")
            } catch {
                fatalError("a \(type) is refused at \(error.field): \(value.json.text())")
            }
        }
    }

    /// Text in pieces is the text as a whole.
    private static func checkText(_ bytes: [UInt8]) {
        var input = Input(bytes)
        let size = Int(input.byte()) % 8 + 1
        let all = Array(input.rest)
        var (pieces, text) = (TextPieces(), "")
        for start in stride(from: 0, to: all.count, by: size) {
            text += pieces.take(all[start..<min(start + size, all.count)])
        }
        text += pieces.finish()
        hold(
            Array(text.utf8) == Array(String(decoding: all, as: UTF8.self).utf8),
            "the pieces are another text")
    }
}

extension Answer {
    fileprivate init(message: ArraySlice<UInt8>) throws(ProtocolFault) {
        try self.init(message: Array(message))
    }
}
