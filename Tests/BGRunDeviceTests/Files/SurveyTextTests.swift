// Orders and answers of surveys as texts: read as they are written, and nothing else is read.
import BGRunCalendar
import BGRunJob
import Testing

@testable import BGRunDevice

@Suite struct `What surveys are told and say` {
    private static let owner = UserID(7)

    @Test func `is read as it is written`() throws {
        var existence = SurveyOrders.Following(
            isAnew: true, observe: [OwnedPath(path: "/a \"b\"\n", owner: Self.owner)], ignore: [])
        existence.looksAtAll = true
        let orders = SurveyOrders(
            existence: existence,
            changes: .init(ignore: [WatchedPath(path: "/é", owner: Self.owner, isRecursive: true)]),
            spaces: ["/", "/x"], trials: ["/t"], mute: ["/m"])
        #expect(try SurveyOrders(bytes: orders.bytes, owner: Self.owner) == orders)
        #expect(try SurveyOrders(bytes: SurveyOrders().bytes, owner: Self.owner).isEmpty)
    }

    @Test(arguments: [
        SurveyAnswer.looking(at: "/a", through: nil), .looking(at: "/a", through: "/"), .answers("/a"), .done,
        .path("/a", isRecursive: true, newest: WallTime(microseconds: 1), fault: nil, isFirst: true),
        .path("/a", isRecursive: false, newest: nil, fault: "it\nis", isFirst: false),
        .existence("/a", .present(true)), .existence("/a", .unknown("because")),
        .space("/a", .freeSpace(.max)), .space("/a", .unknown("because")),
    ]) func `is read as it is written, a line each`(answer: SurveyAnswer) throws {
        let line = answer.line
        #expect(line.firstIndex(of: 10) == line.count - 1)
        #expect(try SurveyAnswer(line: line.dropLast()) == answer)
    }

    @Test(arguments: [
        "", "{}", "[]", "true", "{\"done\"", "{\"looking\":1}", "{\"path\":\"/a\"}", "{\"existence\":\"/a\"}",
        "{\"existence\":\"/a\",\"value\":1}", "{\"space\":\"/a\",\"value\":-1}",
        "{\"space\":\"/a\",\"value\":1.5}",
        "{\"space\":\"/a\",\"value\":99999999999999999999}", "{\"answers\":null}", "{\"other\":\"/a\"}",
        "{\"path\":\"/a\",\"isRecursive\":true,\"isFirst\":true,\"newest\":\"x\",\"fault\":null}",
        "{\"looking\":\"/a\",\"looking\":\"/b\"}",
    ]) func `is refused where it is none of these`(text: String) {
        #expect(throws: SurveyFault.self) { try SurveyAnswer(line: Array(text.utf8)[...]) }
    }

    /// Times of files are theirs to set who may; no clock of ours may overflow with them.
    @Test(arguments: zip([Int64.min, -1, .max], [Int64(0), 0, 253_402_300_799_000_000]))
    func `has no time of a change beyond the years that are written with four digits`(
        told: Int64, read: Int64
    )
        throws
    {
        let answer = SurveyAnswer.path(
            "/a", isRecursive: true, newest: WallTime(microseconds: told), fault: nil, isFirst: true)
        #expect(
            try SurveyAnswer(line: answer.line.dropLast())
                == .path(
                    "/a", isRecursive: true, newest: WallTime(microseconds: read), fault: nil, isFirst: true))
    }

    @Test(arguments: [
        "", "[]", "{\"spaces\":1}", "{\"existence\":{}}",
        "{\"existence\":{\"isAnew\":true,\"looksAtAll\":1}}",
        "{\"changes\":{\"isAnew\":true,\"looksAtAll\":false,\"observe\":[\"/a\"]}}",
    ]) func `are refused as orders where they are none`(text: String) {
        #expect(throws: SurveyFault.self) { try SurveyOrders(bytes: Array(text.utf8), owner: Self.owner) }
    }
}
