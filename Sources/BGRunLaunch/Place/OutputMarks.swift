// The marks of a run's output, as they are looked up in its file.
import BGRunLinux

/// The marks that are kept: the first ones and the last ones, in their order.
struct OutputMarks {
    /// Of one piece of output no more are told: it ends before the next one.
    static let mostOfPiece = 256

    private let first: Int64
    private let last: Range<Int64>

    init(_ layout: OutputFile) {
        first = min(layout.keptMarks, layout.marks)
        last = layout.lastMarks
    }

    /// Some bytes of the output, from a position on, and where they came from; nil where nobody knows.
    struct Stretch: Equatable {
        var position: Int64
        var origin: OutputOrigin?
    }

    /// The mark of a number.
    typealias Reading = (Int64) throws(SystemError) -> OutputMark

    /// What is known of the bytes between two positions, and up to where all of it is told.
    ///
    /// - Returns: The first one begins at `start`, each behind the one before it.
    func stretches(
        from start: Int64, to end: Int64, _ read: Reading
    ) throws(SystemError) -> (known: [Stretch], end: Int64) {
        let count = first + Int64(last.count)
        var next = try firstPlace(behind: start, of: count, read)
        var stretches = [Stretch(position: start, origin: nil)]
        if next > 0 { stretches[0].origin = try stretch(at: next - 1, read).origin }
        while next < count {
            let stretch = try stretch(at: next, read)
            guard stretch.position < end else { break }
            if stretches.count == Self.mostOfPiece { return (stretches, stretch.position) }
            // In a damaged file they may not ascend.
            if stretch.position > stretches[stretches.count - 1].position { stretches.append(stretch) }
            next += 1
        }
        return (stretches, end)
    }

    private func stretch(at place: Int64, _ read: Reading) throws(SystemError) -> Stretch {
        let mark = try read(place < first ? place : last.lowerBound + (place - first))
        // What came between both ends has marks that are gone.
        let isGap = place == first - 1 && last.lowerBound > first
        return Stretch(position: mark.position, origin: isGap ? nil : mark.origin)
    }

    /// Positions ascend.
    private func firstPlace(
        behind position: Int64, of count: Int64, _ read: Reading
    ) throws(SystemError) -> Int64 {
        var (low, high) = (Int64(0), count)
        while low < high {
            let middle = low + (high - low) / 2
            if try stretch(at: middle, read).position <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
