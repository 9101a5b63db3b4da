// What a process of a user's tells root's daemon of its paths, what it is ordered to, and what it leaves for the next.
import BGRunJSON
import BGRunJob
import BGRunLinux

@testable import BGRunDevice

enum Surveys {
    private static let owner = UserID(1000)

    /// The first byte says which of the texts it is.
    @Sendable static func check(_ bytes: [UInt8]) {
        var input = Input(bytes)
        switch input.byte() {
        case UInt8(ascii: "a"): for line in input.rest.split(separator: UInt8(ascii: "\n")) { answer(line) }
        case UInt8(ascii: "o"): orders(Array(input.rest))
        case UInt8(ascii: "e"): resume(input) { state in try existence(state) }
        case UInt8(ascii: "c"): resume(input) { state in try changes(state) }
        case _: break
        }
    }

    private static func answer(_ line: ArraySlice<UInt8>) {
        do {
            let answer = try SurveyAnswer(line: line)
            hold(try SurveyAnswer(line: answer.line.dropLast()) == answer, "an answer is read as another")
            // Dates of files are shown.
            if case .path(_, _, let newest?, _, _) = answer {
                hold(newest.rfc3339.utf8.count <= 27, "no date")
            }
            if case .existence(_, let value) = answer, case .present = value { return }
            if case .space(_, .freeSpace(let count)) = answer {
                hold(count >= 0, "less than nothing is free")
            }
        } catch {
            holdIsShown("\(error)")
        }
    }

    private static func orders(_ bytes: [UInt8]) {
        guard let orders = try? SurveyOrders(bytes: bytes, owner: owner) else { return }
        hold((try? SurveyOrders(bytes: orders.bytes, owner: owner)) == orders, "orders are read as others")
    }

    // MARK: - What the next one goes on with

    /// Nil where what was left makes no sense.
    private static func resume(_ input: Input, _ state: (JSONValue) throws -> JSONValue) {
        guard let left = try? JSONValue(parsing: Array(input.rest), limits: .message),
            let first = try? state(left)
        else { return }
        do {
            // What one has put down the next takes up whole.
            hold(sorted(try state(first)) == sorted(first), "something is forgotten on the way")
        } catch {
            fatalError("what was put down is not taken up: \(error)")
        }
    }

    private static func existence(_ state: JSONValue) throws -> JSONValue {
        let watch = try ExistenceWatch(Inotify()) { _ in }
        try watch.resume(JSONField(state), as: owner)
        hold(watch.count >= 0, "fewer than no watches")
        return watch.state
    }

    private static func changes(_ state: JSONValue) throws -> JSONValue {
        let watch = PathWatch(try Inotify())
        try watch.resume(JSONField(state), as: owner)
        _ = watch.process()
        for path in watch.standings.keys { watch.ignore(path) }
        hold(watch.isEmpty, "something is watched that nobody asks for")
        let again = PathWatch(try Inotify())
        try again.resume(JSONField(state), as: owner)
        return again.state
    }

    /// Sets have no order.
    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements):
            .array(elements.map(sorted).sorted { $0.text().utf8.lexicographicallyPrecedes($1.text().utf8) })
        case .object(let object):
            .object(JSONObject(distinct: object.members.map { .init(key: $0.key, value: sorted($0.value)) }))
        case .null, .bool, .integer, .number, .string: value
        }
    }
}
