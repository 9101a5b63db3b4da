// How values become part of a call.

import CSystemd

extension BusArgument {
    /// Writes the value behind those that were written before; a negative number is sd-bus's refusal.
    static func append(_ argument: BusArgument, to message: OpaquePointer?) -> Int32 {
        switch argument {
        case .text(let text): unsafe csystemd_append_text(message, text)
        case .truth(let truth): unsafe csystemd_append_truth(message, truth ? 1 : 0)
        case .number(let number): unsafe csystemd_append_number(message, number)
        case .signedNumber(let number): unsafe csystemd_append_signed(message, number)
        case .texts(let texts):
            unsafe container("a", "s", in: message) {
                first(of: texts) { unsafe csystemd_append_text(message, $0) }
            }
        case .bytes(let bytes):
            unsafe container("a", "{sv}", in: message) {
                first(of: bytes.sorted { $0.key < $1.key }) { entry in
                    unsafe container("e", "sv", in: message) {
                        let result = unsafe csystemd_append_text(message, entry.key)
                        if result < 0 { return result }
                        return unsafe container("v", "y", in: message) {
                            unsafe csystemd_append_byte(message, entry.value)
                        }
                    }
                }
            }
        }
    }

    private static func container(
        _ type: Unicode.Scalar, _ contents: String, in message: OpaquePointer?, _ fill: () -> Int32
    ) -> Int32 {
        var result = unsafe csystemd_begin(message, CChar(truncatingIfNeeded: type.value), contents)
        if result >= 0 { result = fill() }
        return result < 0 ? result : unsafe csystemd_end(message)
    }

    /// The first refusal; 0 where there is none.
    private static func first<Element>(of elements: [Element], _ write: (Element) -> Int32) -> Int32 {
        for element in elements {
            let result = write(element)
            if result < 0 { return result }
        }
        return 0
    }
}
