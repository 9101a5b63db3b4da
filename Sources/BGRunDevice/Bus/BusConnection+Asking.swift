// A question to a service, and the wait for its answer: only for a process of its own.

import BGRunLinux

extension BusConnection {
    /// Asks, and gives what `read` makes of the answer. An answer that never comes is waited for a moment less than sd-bus does.
    ///
    /// - Parameters:
    ///   - title: Of who is asked, for people.
    ///   - bus: Of the bus, for people.
    ///   - deadline: microseconds of the monotonic clock.
    func ask<Value>(
        _ service: String, _ call: BusCall, _ title: String, on bus: String, until deadline: Int64,
        _ read: @escaping (borrowing BusMessage) throws(BusFault) -> Value
    ) throws(BusFault) -> Value {
        var answer: Result<Value, BusFault>?
        let span = UInt64(clamping: deadline &- Clock.read(.monotonic)).addingReportingOverflow(1_000_000)
        try self.call(service, call, for: span.overflow ? .max : span.partialValue) { message in
            if let refusal = message.refusal {
                answer = .failure(refusal)
                return
            }
            do throws(BusFault) {
                answer = .success(try read(message))
            } catch {
                answer = .failure(error)
            }
        }
        while true {
            if let answer { return try answer.get() }
            guard try step(on: bus, until: deadline) else {
                throw .unavailable("\(title) does not answer")
            }
        }
    }

    /// Takes what comes next; false where nothing came by then.
    func step(on bus: String, until deadline: Int64) throws(BusFault) -> Bool {
        switch process() {
        case .some: return true
        case .none: return try wait(until: deadline)
        case .lost(let loss): throw .unavailable(loss.reason(of: bus))
        }
    }

    private func wait(until end: Int64) throws(BusFault) -> Bool {
        do throws(SystemError) {
            let isReady = try Readiness.wait(
                for: descriptor, to: directions.contains(.write) ? .write : .read,
                until: min(end, deadline ?? end))
            return isReady || Clock.read(.monotonic) < end
        } catch {
            throw .unavailable("\(error)")
        }
    }
}
