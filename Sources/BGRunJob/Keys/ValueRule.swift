// One kind of value and everything that is said about it: how it is read, printed and described.
import BGRunJSON

/// How values of one kind are written in a descriptor or policy.
///
/// Reading, printing and the JSON Schema stand side by side, so that a change of one is a change of all.
struct ValueRule<Value>: Sendable {
    /// What may stand there, as the object of "write"; nil leaves it to the method that reads the value.
    let expects: String?
    /// Asked for by who describes the value, and by no reader.
    private let describe: @Sendable () -> JSONObject
    /// Gives the value, or notes what is wrong with it and gives nil.
    let read: @Sendable (JSONField, inout [FieldError]) -> Value?
    let print: @Sendable (Value) -> JSONValue

    /// The keywords of the JSON Schema that such a value meets.
    var schema: JSONObject { describe() }

    init(
        expects: String? = nil, schema: @escaping @autoclosure @Sendable () -> JSONObject,
        collecting read: @escaping @Sendable (JSONField, inout [FieldError]) -> Value?,
        print: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.expects = expects
        describe = schema
        self.read = read
        self.print = print
    }

    /// A rule whose values have at most one mistake.
    init(
        expects: String? = nil, schema: @escaping @autoclosure @Sendable () -> JSONObject,
        read: @escaping @Sendable (JSONField) throws(FieldError) -> Value,
        print: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.init(
            expects: expects, schema: schema(),
            collecting: { field, errors in
                do throws(FieldError) {
                    return try read(field)
                } catch {
                    errors.append(error)
                    return nil
                }
            }, print: print)
    }
}

extension JSONObject {
    /// The same with other keywords beside its own, or in place of them.
    func with(_ keywords: JSONObject) -> JSONObject {
        var object = self
        for member in keywords.members { object[member.key] = member.value }
        return object
    }
}
