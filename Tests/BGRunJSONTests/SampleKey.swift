// A small table of keys, as a reader of descriptors has a large one.
import BGRunJSON

enum SampleKey {
    static let identifier = JSONKey("identifier", expects: "a name such as \"org.example.backup\"")
    static let command = JSONKey("command", expects: "a list of strings such as [\"rsync\", \"-a\"]")
    static let timeBudget = JSONKey("timeBudget", expects: "a duration such as \"15m\"")
    static let begin = JSONKey("earliestBeginDate", aliases: ["earliestBegin"])
    static let network = JSONKey("requiresNetwork", aliases: ["requiresNetworkConnectivity"])
    static let environment = JSONKey("environment")
    static let requires = JSONKey("requires")
    static let all = [
        identifier, command, timeBudget, begin, network, environment, requires, JSONKey("maxRuns"),
        JSONKey("kind"),
    ]

    /// What a walk over the members of an object gives: fields by the names of their rows, and all mistakes.
    static func read(
        _ object: JSONValue
    ) throws(FieldError) -> (fields: [String: JSONField], errors: [FieldError]) {
        var fields: [String: JSONField] = [:]
        var errors: [FieldError] = []
        try JSONField(object).forEachMember(of: all, errors: &errors) { row, member, _ in
            fields[all[row].name] = member
        }
        return (fields, errors)
    }
}
