// What a client sends to root's daemon, cut in any way: it means the same, and its answer is the same.
import BGRunJSON
import BGRunJob

@testable import BGRunWire

enum Calls {
    /// How many answers a stream gets.
    private static let streamed = 3

    /// The first byte says how the others are cut.
    @Sendable static func check(_ bytes: [UInt8]) {
        var input = Input(bytes)
        let size = Int(input.byte()) + 1
        let stream = Array(input.rest)
        let whole = play([stream[...]])
        let pieces = stride(from: 0, to: stream.count, by: size).map {
            stream[$0..<min($0 + size, stream.count)]
        }
        hold(play(pieces) == whole, "it depends on how the bytes were cut")
        for message in stream.split(separator: 0) { check(message: Array(message)) }
    }

    /// What was asked, and what was answered.
    private struct Transcript: Equatable {
        var requests: [String] = []
        var answers: [UInt8] = []
        var fault: ProtocolFault?
    }

    private static func play(_ pieces: [ArraySlice<UInt8>]) -> Transcript {
        var (conversation, transcript) = (Conversation(), Transcript())
        for piece in pieces {
            conversation.receive(piece)
            answer(&conversation, &transcript)
            hold(conversation.isOver || conversation.wantsInput, "it neither listens nor ends")
        }
        conversation.endInput()
        answer(&conversation, &transcript)
        hold(conversation.isOver, "it does not end")
        transcript.fault = conversation.fault
        return transcript
    }

    private static func answer(_ conversation: inout Conversation, _ transcript: inout Transcript) {
        while let request = next(&conversation) {
            transcript.requests.append("\(request)")
            switch request {
            case .applications(let request): answer(request, &conversation)
            case .scheduler(let request): answer(request, &conversation)
            }
            take(&conversation, &transcript)
        }
        take(&conversation, &transcript)
    }

    private static func answer(_ request: SchedulerRequest, _ conversation: inout Conversation) {
        switch request {
        case .stream, .events:
            for _ in 0..<streamed { conversation.stream(NoFields()) }
            conversation.begin(
                HistoryCall.Reply(entries: []).object, listing: [["entries"]], isLast: false)
            for _ in 0..<streamed { conversation.list("") }
            conversation.endList()
            conversation.finish(NoFields())
        case .command(.submit(let call)):
            read([call.descriptor])
            conversation.finish(NoFields())
        case .command(.submitAll(let call)):
            read(call.descriptors)
            conversation.finish(NoFields())
        case .command, .query: conversation.finish(NoFields())
        }
    }

    /// The daemon reads them with its own rules; here they are read as they are.
    private static func read(_ descriptors: [JSONObject]) {
        for descriptor in descriptors {
            do {
                DescriptorText.check(try JobDescriptor(value: .object(descriptor)))
            } catch {
                DescriptorText.check(error)
            }
        }
    }

    private static func answer(_ request: ApplicationsRequest, _ conversation: inout Conversation) {
        switch request {
        case .attach, .assert:
            for _ in 0..<streamed { conversation.stream(NoFields()) }
        case .command(.permit(let call)):
            do {
                ManifestText.check(try ApplicationManifest(value: .object(call.manifest)))
            } catch {
                DescriptorText.check(error)
            }
        case .command, .query: break
        }
        conversation.finish(NoFields())
    }

    private static func next(_ conversation: inout Conversation) -> Request? {
        repeat {
            if let request = conversation.nextRequest() { return request }
        } while conversation.canTakeCall
        return nil
    }

    private static func take(_ conversation: inout Conversation, _ transcript: inout Transcript) {
        while !conversation.unsent.isEmpty {
            transcript.answers += conversation.unsent
            conversation.sent(conversation.unsent.count)
        }
    }

    private static func check(message: [UInt8]) {
        do {
            let call = try Call(message: message)
            hold(try Call(message: call.bytes.dropLast()) == call, "a call is read as another")
        } catch {
            hold(!"\(error)".isEmpty, "a fault has no words")
        }
    }
}

extension Call {
    fileprivate init(message: ArraySlice<UInt8>) throws(ProtocolFault) {
        try self.init(message: Array(message))
    }
}
