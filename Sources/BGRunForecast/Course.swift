// A value over time: what it was from when on.
import BGRunCalendar

/// What a value was at each instant from a first to a last.
struct Course<Value: Hashable> {
    struct Step: Hashable {
        let at: WallTime
        let value: Value
    }

    /// A stretch over which the value was the same.
    struct Stretch: Hashable {
        let span: Span
        let value: Value
    }

    /// Ascending, no two at the same instant, neighbours of different values; never empty.
    private(set) var steps: [Step]
    let end: WallTime

    init(from begin: WallTime, to end: WallTime, _ value: Value) {
        steps = [Step(at: begin, value: value)]
        self.end = max(begin, end)
    }

    var begin: WallTime { steps.first?.at ?? end }
    /// The value at the end, and after it as far as anybody knows.
    var last: Value { steps[steps.count - 1].value }

    /// The value is another one from an instant on. An instant before the last change counts as that one.
    mutating func change(to value: Value, at instant: WallTime) {
        let before = steps[steps.count - 1]
        let at = min(max(instant, before.at), end)
        if value == before.value { return }
        if at > before.at { return steps.append(Step(at: at, value: value)) }
        if steps.count > 1, steps[steps.count - 2].value == value {
            steps.removeLast()
        } else {
            steps[steps.count - 1] = Step(at: at, value: value)
        }
    }

    /// All stretches that last, in order.
    var stretches: [Stretch] {
        steps.indices.compactMap { index in
            let to = index + 1 < steps.count ? steps[index + 1].at : end
            let span = Span(from: steps[index].at, to: to)
            return span.isEmpty ? nil : Stretch(span: span, value: steps[index].value)
        }
    }

    /// Where the value is one that is asked for.
    func spans(where isAsked: (Value) -> Bool) -> Spans {
        Spans(stretches.filter { isAsked($0.value) }.map(\.span))
    }

    /// What follows from both, instant by instant. Both have the same begin and end.
    func combined<Other, Result>(
        with other: Course<Other>, _ result: (Value, Other) -> Result
    ) -> Course<Result> {
        var course = Course<Result>(
            from: begin, to: end, result(steps[0].value, other.steps[0].value))
        var (mine, theirs) = (0, 0)
        while true {
            let next = mine + 1 < steps.count ? steps[mine + 1].at : nil
            let otherNext = theirs + 1 < other.steps.count ? other.steps[theirs + 1].at : nil
            guard let at = [next, otherNext].compactMap({ $0 }).min() else { return course }
            if next == at { mine += 1 }
            if otherNext == at { theirs += 1 }
            course.change(to: result(steps[mine].value, other.steps[theirs].value), at: at)
        }
    }

    func mapped<Result>(_ result: (Value) -> Result) -> Course<Result> {
        var course = Course<Result>(from: begin, to: end, result(steps[0].value))
        for step in steps.dropFirst() { course.change(to: result(step.value), at: step.at) }
        return course
    }

    /// Many courses as one, in pairs: each step is touched a few times only, however many there are. Nil of none.
    static func merged(_ courses: ArraySlice<Course>, _ result: (Value, Value) -> Value) -> Course? {
        guard let first = courses.first, courses.count > 1 else { return courses.first }
        let middle = courses.startIndex + courses.count / 2
        let left = merged(courses[..<middle], result) ?? first
        return merged(courses[middle...], result).map { left.combined(with: $0, result) } ?? left
    }
}
