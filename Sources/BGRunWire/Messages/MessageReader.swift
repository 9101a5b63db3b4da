// From a stream of bytes to messages: each ends with one NUL byte.

/// Cuts what was received into messages.
///
/// Bytes may come in pieces of any size; each is looked at once, however a message is cut up. A message
/// longer than the limit is refused as soon as that is known, so a peer can make the reader keep a bounded
/// amount only.
package struct MessageReader: Sendable {
    /// The longest message in bytes, without its NUL.
    package let limit: Int
    private var buffer: [UInt8] = []
    /// Where the first message that was not taken yet begins.
    private var start = 0
    /// Up to here the buffer is known to hold no NUL of that message.
    private var searched = 0

    package init(limit: Int = MessageReader.serverLimit) {
        self.limit = limit
    }

    /// What a server takes: 1 MiB.
    package static let serverLimit = 1 << 20
    /// What a client takes: 16 MiB, the limit of libvarlink and sd-varlink. Longer lists come in several messages.
    package static let clientLimit = 16 << 20

    /// How many bytes are kept.
    package var count: Int { buffer.count - start }

    /// Whether ``next()`` may have something to give: there are bytes that it has not looked at.
    var hasNews: Bool { searched < buffer.count }

    /// How many bytes take memory: with those that were taken and not forgotten yet.
    var heldBytes: Int { buffer.count }

    package mutating func append(_ bytes: some Collection<UInt8>) {
        forgetTakenBytes()
        buffer.append(contentsOf: bytes)
    }

    /// The next whole message without its NUL, or nil where more bytes have to come first.
    package mutating func next() throws(ProtocolFault) -> [UInt8]? {
        guard let end = buffer[searched...].firstIndex(of: 0) else {
            searched = buffer.count
            guard count <= limit else { throw .messageTooLong(limit: limit) }
            return nil
        }
        guard end - start <= limit else { throw .messageTooLong(limit: limit) }
        let message = Array(buffer[start..<end])
        start = end + 1
        searched = start
        if start == buffer.count { clear() }
        return message
    }

    /// Drops all bytes and their memory.
    package mutating func clear() {
        buffer = []
        start = 0
        searched = 0
    }

    /// Moves the rest to the front once the taken part is the larger one: each byte moves at most once for
    /// each byte taken, so the cost stays linear.
    private mutating func forgetTakenBytes() {
        guard start > buffer.count - start else { return }
        buffer.removeFirst(start)
        searched -= start
        start = 0
    }
}
