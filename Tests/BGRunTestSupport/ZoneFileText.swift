// Zone files made by hand: zones of one rule, so that no test leans on what the machine has.

/// The bytes of a TZif file (RFC 9636) without a stored transition, whose rule goes for ever.
///
/// - Parameter rule: In the notation of POSIX, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
package func zoneFile(rule: String) -> [UInt8] {
    // No indicators, leap seconds or transitions; one offset, and the four bytes of its name.
    let counts: [UInt8] = [0, 0, 0, 0, 1, 4].flatMap { [0, 0, 0, $0] }
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts
    let offset: [UInt8] = [0, 0, 0, 0, 0, 0] + Array("LMT\0".utf8)
    return header + offset + header + offset + Array("\n\(rule)\n".utf8)
}
