// The C library's heap, which by itself keeps the room of its largest moment.
import CLinux

/// Memory that was used and is free again.
package enum Heap {
    /// Gives pieces of `bytes` and more pages of their own, which go back to the machine when they are freed.
    ///
    /// Left to itself, glibc raises this limit with every large piece that is freed (mallopt(3)).
    package static func keepApart(largerThan bytes: Int32) { clinux_heap_large_piece(bytes) }

    /// Gives free pages back to the machine; takes a fraction of a millisecond.
    package static func trim() { clinux_heap_trim() }
}
