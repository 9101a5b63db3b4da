// How long the bus and its services are waited for.

/// The times between the tries of one question, which grow: a service that hangs costs a laptop ever fewer wake-ups.
struct BusPatience: Sendable {
    /// The longest a service may take to answer, in microseconds.
    var first: UInt64 = 25_000_000
    /// The first wait after that, which doubles from try to try.
    var again: UInt64 = 30_000_000
    var longest: UInt64 = 3_600_000_000

    /// How long the word of a service is believed that is not heard of.
    var trust: UInt64 = 60_000_000
    /// The wait before a bus that can't be had is tried again for the first time.
    var pause: UInt64 = 1_000_000

    /// How long the answer to a try is waited for.
    ///
    /// - Parameter number: How many tries have had no answer before.
    func wait(afterTries number: Int) -> UInt64 {
        number > 0 ? doubled(again, number - 1) : first
    }

    /// How long a bus that can't be had is left alone.
    func pause(afterTries number: Int) -> UInt64 { doubled(pause, number) }

    private func doubled(_ span: UInt64, _ times: Int) -> UInt64 {
        // No more doublings than have an effect, and than fit.
        let (product, overflow) = span.multipliedReportingOverflow(by: 1 << UInt64(max(0, min(times, 40))))
        return overflow ? longest : min(product, longest)
    }
}
