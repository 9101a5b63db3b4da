// Framing: however the bytes are cut up, the same messages come out.
import BGRunTestSupport
import Testing

@testable import BGRunWire

@Suite struct `Received bytes` {
    private func messages(
        of pieces: [[UInt8]], limit: Int = 64
    ) throws(ProtocolFault) -> [[UInt8]] {
        var reader = MessageReader(limit: limit)
        var messages: [[UInt8]] = []
        for piece in pieces {
            reader.append(piece)
            while let message = try reader.next() { messages.append(message) }
        }
        return messages
    }

    @Test func `become messages whatever the pieces`() throws {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<300 {
            var sent: [[UInt8]] = []
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let length = Int.random(in: 0...64, using: &random)
                sent.append((0..<length).map { _ in UInt8.random(in: 1...255, using: &random) })
            }
            var bytes = Array(sent.map { $0 + [0] }.joined())[...]
            var pieces: [[UInt8]] = []
            while !bytes.isEmpty {
                let piece = bytes.prefix(Int.random(in: 1...40, using: &random))
                pieces.append(Array(piece))
                bytes = bytes.dropFirst(piece.count)
            }
            #expect(try messages(of: pieces) == sent)
        }
    }

    @Test func `one at a time, and one and a half at a time`() throws {
        let bytes = Array("ab\0cd\0ef\0".utf8)
        let expected = ["ab", "cd", "ef"].map { Array($0.utf8) }
        #expect(try messages(of: bytes.map { [$0] }) == expected)
        #expect(try messages(of: [Array(bytes[..<5]), Array(bytes[5...])]) == expected)
    }

    @Test func `may fill the limit and not one byte more`() throws {
        let full = [UInt8](repeating: 1, count: 64)
        #expect(try messages(of: [full, [0]]) == [full])
        #expect(throws: ProtocolFault.messageTooLong(limit: 64)) { try messages(of: [full + [1]]) }
        #expect(throws: ProtocolFault.messageTooLong(limit: 64)) { try messages(of: [full + [1, 0]]) }
    }

    @Test func `leave no memory behind`() throws {
        var reader = MessageReader()
        reader.append([1, 2, 0])
        #expect(try reader.next() == [1, 2])
        #expect(try reader.next() == nil)
        #expect(reader.count == 0)
    }
}

@Suite struct `Text in pieces` {
    @Test func `has no character cut in two`() {
        let text = "aé€😀z"
        for size in 1...4 {
            var pieces = TextPieces()
            var bytes = Array(text.utf8)[...]
            var joined = ""
            while !bytes.isEmpty {
                joined += pieces.take(bytes.prefix(size))
                bytes = bytes.dropFirst(size)
            }
            #expect(joined + pieces.finish() == text)
        }
    }

    @Test func `shows bytes that are no text as a replacement`() {
        var pieces = TextPieces()
        #expect(pieces.take([0x61, 0xFF, 0x80, 0x62]) == "a\u{FFFD}\u{FFFD}b")
        #expect(
            pieces.piece(of: [0xE9, 0x61, 0xC3]).bytes == [0xE9, 0x61]
                && pieces.piece(of: [0xA9]).bytes == nil)
        #expect(pieces.take([0xE2, 0x82]) == "")
        #expect(pieces.finish() == "\u{FFFD}")
    }
}
