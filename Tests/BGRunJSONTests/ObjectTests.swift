// Objects changed member by member.
import BGRunJSON
import Testing

@Suite struct `A JSON object that is built` {
    @Test func `keeps a key in its place when its value is replaced`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["c"] = 4
        object["b"] = nil
        object["d"] = nil
        #expect(JSONValue.object(object).text() == #"{"a":3,"c":4}"#)
    }

    @Test func `is another object when its members stand in another order`() {
        #expect((["a": 1, "b": 2] as JSONObject) != ["b": 2, "a": 1])
    }
}
