// A message of the bus, read type by type: whatever a stranger put into it, a read gives a value or a fault.

import BGRunLinux
import CSystemd
import Glibc

/// A message while it is being delivered, read from its front to its end.
///
/// sd-bus has checked the message's outer form. A read names the type it expects, and a message that holds another
/// one there throws ``BusFault/misunderstood(_:)``; there is no guess and no trap.
///
/// It borrows sd-bus's message, which is gone when the delivery is over. It can't be copied, and those who get it
/// only borrow it, so the compiler keeps it from living longer. What is read are copies.
@safe struct BusMessage: ~Copyable {
    /// Bytes of a text that are kept: texts of strangers are shown and compared, never stored.
    private static let textLimit = 512
    /// Elements of an array that are read; no list of a laptop's is that long.
    private static let arrayLimit = 4096

    private let message: OpaquePointer

    /// - Parameter message: Stays the caller's, who keeps it until this value has gone.
    init(borrowing message: OpaquePointer) { unsafe self.message = unsafe message }

    /// The unique name of who sent it. The bus itself puts it there, so it can't be forged.
    var sender: String? { unsafe Self.copy(csystemd_sender(message)) }

    /// The object that a signal is about; nil for one whose path is too long to be any of ours.
    var objectPath: String? { unsafe Self.copyWhole(csystemd_path(message)) }

    /// The refusal, where it is an error instead of an answer.
    var refusal: BusFault? {
        guard let name = unsafe Self.copy(csystemd_error_name(message)) else { return nil }
        return .refused(name: name, text: unsafe Self.copy(csystemd_error_text(message)) ?? "")
    }

    /// The error that stands for an answer which does not come: made up by sd-bus when the time is over or the
    /// connection ends, and by the bus when the one who is asked leaves.
    var isNoReply: Bool {
        guard case .refused(name: "org.freedesktop.DBus.Error.NoReply", _)? = refusal else { return false }
        return true
    }

    // MARK: - Basic types

    /// An `s`. Of a very long one, the beginning.
    func text() throws(BusFault) -> String {
        var start: UnsafePointer<CChar>?
        try Self.check("s", unsafe csystemd_read_text(message, Self.code("s"), &start))
        return unsafe Self.copy(start) ?? ""
    }

    /// An `o`, whole: the beginning of a path is another path.
    func path() throws(BusFault) -> String {
        var start: UnsafePointer<CChar>?
        try Self.check("o", unsafe csystemd_read_text(message, Self.code("o"), &start))
        guard let path = unsafe Self.copyWhole(start) else { throw .misunderstood("a path is too long") }
        return path
    }

    /// A `b`.
    func truth() throws(BusFault) -> Bool {
        try read("b", Int32(0)) { unsafe csystemd_read_truth(message, &$0) } != 0
    }

    /// A `u`.
    func number() throws(BusFault) -> UInt32 {
        try read("u", 0) { unsafe csystemd_read_number(message, &$0) }
    }

    /// An `i`.
    func signedNumber() throws(BusFault) -> Int32 {
        try read("i", 0) { unsafe csystemd_read_signed(message, &$0) }
    }

    /// A `y`.
    func byte() throws(BusFault) -> UInt8 { try read("y", 0) { unsafe csystemd_read_byte(message, &$0) } }

    /// A `t`.
    func longNumber() throws(BusFault) -> UInt64 {
        try read("t", 0) { unsafe csystemd_read_long_number(message, &$0) }
    }

    private func read<Value>(
        _ type: String, _ empty: Value, _ call: (inout Value) -> Int32
    ) throws(BusFault) -> Value {
        var value = empty
        try Self.check(type, call(&value))
        return value
    }

    /// An `h`: a copy of the descriptor, which is the reader's.
    func descriptor() throws(BusFault) -> FileDescriptor {
        let number = unsafe csystemd_read_descriptor(message)
        try Self.check("h", number)
        return FileDescriptor(owning: number)
    }

    // MARK: - Containers

    /// An array: `read` takes one element each time.
    func array(
        of contents: String, _ read: () throws(BusFault) -> Void
    ) throws(BusFault) {
        try enter("a", contents)
        var left = Self.arrayLimit
        while try peek() != nil {
            left -= 1
            if left < 0 { throw .misunderstood("a list of more than \(Self.arrayLimit) elements") }
            try read()
        }
        try exit()
    }

    private func list<Element>(
        of contents: String, _ read: () throws(BusFault) -> Element
    ) throws(BusFault) -> [Element] {
        var elements: [Element] = []
        try array(of: contents) { () throws(BusFault) in elements.append(try read()) }
        return elements
    }

    /// A structure, whose members `read` takes, all of them.
    func structure<Value>(
        of contents: String, _ read: () throws(BusFault) -> Value
    ) throws(BusFault) -> Value {
        try enter("r", contents)
        let value = try read()
        try exit()
        return value
    }

    /// Of an `a{sv}`, the properties of these names; the others are passed over, whatever their types.
    func properties(named names: [String]) throws(BusFault) -> [String: BusValue] {
        var found: [String: BusValue] = [:]
        try array(of: "{sv}") { () throws(BusFault) in
            try enter("e", "sv")
            let name = try text()
            if names.contains(name) { found[name] = try variant() } else { try skip("v") }
            try exit()
        }
        return found
    }

    /// A `v`.
    func variant() throws(BusFault) -> BusValue {
        guard let contents = try peek(), contents.type == "v" else { throw .misunderstood("no v is there") }
        switch contents.inside {
        case "s", "b", "u", "i", "t", "o", "(uo)", "ao", "ay", "(so)": break
        default:
            try skip("v")
            return .other
        }
        try enter("v", contents.inside)
        let value: BusValue
        switch contents.inside {
        case "b": value = .truth(try truth())
        case "u": value = .number(try number())
        case "i": value = .signedNumber(try signedNumber())
        case "t": value = .longNumber(try longNumber())
        case "o": value = .text(try path())
        case "s": value = .text(try text())
        case "ao": value = .paths(try list(of: "o") { () throws(BusFault) in try path() })
        case "ay": value = .bytes(try list(of: "y") { () throws(BusFault) in try byte() })
        case "(so)":
            value = try structure(of: "so") { () throws(BusFault) in
                .named(try text(), path: try path())
            }
        default:
            value = try structure(of: "uo") { () throws(BusFault) in
                .numbered(try number(), path: try path())
            }
        }
        try exit()
        return value
    }

    /// Of a `v` that holds an `as`, each text as it was sent. One that is longer than a path can be is passed over.
    func wholeTexts() throws(BusFault) -> [String] {
        try enter("v", "as")
        var texts: [String] = []
        try array(of: "s") { () throws(BusFault) in
            var start: UnsafePointer<CChar>?
            try Self.check("s", unsafe csystemd_read_text(message, Self.code("s"), &start))
            guard let start = unsafe start, unsafe strnlen(start, Int(PATH_MAX)) < Int(PATH_MAX) else {
                return
            }
            if let text = unsafe String(validatingCString: start) { texts.append(text) }
        }
        try exit()
        return texts
    }

    private func enter(_ type: Unicode.Scalar, _ contents: String) throws(BusFault) {
        // 0 is the end of the array around it, where nobody was to ask for another one.
        let result = unsafe csystemd_enter(message, Self.code(type), contents)
        try Self.check("\(type) of \(contents)", result == 0 ? -ENXIO : result)
    }

    private func exit() throws(BusFault) {
        // EBUSY: something is left in it that its contents did not promise.
        try Self.check("end", unsafe csystemd_exit(message))
    }

    private func skip(_ types: String) throws(BusFault) {
        try Self.check(types, unsafe csystemd_skip(message, types))
    }

    /// The type that is read next, with what is in it; nil at the end of the array or the message.
    private func peek() throws(BusFault) -> (type: Unicode.Scalar, inside: String)? {
        var type: CChar = 0
        var inside: UnsafePointer<CChar>?
        let result = unsafe csystemd_peek(message, &type, &inside)
        try Self.check("type", result)
        if result == 0 { return nil }
        return (Unicode.Scalar(UInt8(bitPattern: type)), unsafe Self.copy(inside) ?? "")
    }

    // MARK: - From C

    private static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

    private static func check(_ expected: String, _ result: Int32) throws(BusFault) {
        if result >= 0 { return }
        let reason = SystemError.text(of: 0 &- result)
        throw .misunderstood("where \(expected) is expected: \(reason)")
    }

    private static func copyWhole(_ start: UnsafePointer<CChar>?) -> String? {
        guard let start = unsafe start, unsafe strnlen(start, textLimit) < textLimit else { return nil }
        return unsafe copy(start)
    }

    /// A copy of a text's beginning, without control characters: it goes to logs and terminals.
    private static func copy(_ start: UnsafePointer<CChar>?) -> String? {
        guard let start = unsafe start else { return nil }
        let length = unsafe strnlen(start, textLimit)
        let bytes = unsafe UnsafeBufferPointer(start: start, count: length).map { byte in
            let code = UInt8(bitPattern: byte)
            return code < 0x20 || code == 0x7f ? UInt8(ascii: "?") : code
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
