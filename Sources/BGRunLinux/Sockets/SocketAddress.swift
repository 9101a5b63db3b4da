// Where a host can be reached, as the resolver knows it.
import Glibc

/// An address of the Internet's two families with its port, as connect(2) takes it.
package struct SocketAddress: Equatable, Sendable {
    /// A name that has no address, as getaddrinfo(3) says it.
    package struct Unknown: Error, Equatable, Sendable, CustomStringConvertible {
        /// One of the numbers `EAI_…`.
        package let code: Int32

        package var description: String {
            guard let text = unsafe gai_strerror(code) else { return "error \(code) of the resolver" }
            return unsafe String(cString: text)
        }
    }

    /// A name with more of them is a mistake, or a joke.
    private static let most = 64

    let family: Int32
    let bytes: [UInt8]

    /// All addresses of a name, in the order in which they should be tried; or the one that the text itself
    /// is.
    ///
    /// It waits for servers, for as long as they take: only for processes that have nothing else to do.
    package static func all(of host: String, port: UInt16) throws(Unknown) -> [SocketAddress] {
        guard !host.isEmpty, !host.utf8.contains(0) else { throw Unknown(code: Int32(EAI_NONAME)) }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = Int32(AI_NUMERICSERV)
        var first: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, "\(port)", &hints, &first)
        if code != 0 { throw Unknown(code: code) }
        defer { unsafe freeaddrinfo(first) }
        var addresses: [SocketAddress] = []
        var next = unsafe first
        while let entry = unsafe next, addresses.count < most {
            if let address = unsafe SocketAddress(entry.pointee) { addresses.append(address) }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    /// An address of 4 or 16 bytes as people write it, "192.0.2.1"; nil for any other number of bytes.
    package static func text(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.lazy.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private init?(_ entry: addrinfo) {
        guard let start = unsafe entry.ai_addr else { return nil }
        family = unsafe entry.ai_family
        bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(entry.ai_addrlen)))
    }
}
