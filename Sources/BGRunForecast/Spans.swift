// Several times together: unions, what two have in common, how long it is.
import BGRunCalendar

/// Spans that do not touch, in order.
struct Spans: Hashable {
    private(set) var all: [Span] = []

    init() {}

    /// The union of spans in any order.
    init(_ spans: [Span]) {
        var isSorted = true
        for index in spans.indices.dropFirst() where spans[index].from < spans[index - 1].from {
            isSorted = false
        }
        for span in isSorted ? spans : spans.sorted(by: { $0.from < $1.from }) where !span.isEmpty {
            if let last = all.last, last.to >= span.from {
                all[all.count - 1] = Span(from: last.from, to: max(last.to, span.to))
            } else {
                all.append(span)
            }
        }
    }

    var duration: Duration { all.reduce(.zero) { $0 + $1.duration } }

    func intersection(_ other: Spans) -> Spans {
        var common: [Span] = []
        var (mine, theirs) = (0, 0)
        while mine < all.count, theirs < other.all.count {
            let (one, two) = (all[mine], other.all[theirs])
            let span = Span(from: max(one.from, two.from), to: min(one.to, two.to))
            if !span.isEmpty { common.append(span) }
            if one.to < two.to { mine += 1 } else { theirs += 1 }
        }
        return Spans(common)
    }

    func subtracting(_ other: Spans) -> Spans {
        var left: [Span] = []
        var theirs = 0
        for span in all {
            var from = span.from
            while theirs < other.all.count, other.all[theirs].to <= from { theirs += 1 }
            var next = theirs
            while next < other.all.count, other.all[next].from < span.to {
                left.append(Span(from: from, to: other.all[next].from))
                from = other.all[next].to
                next += 1
            }
            left.append(Span(from: from, to: span.to))
        }
        return Spans(left)
    }
}
