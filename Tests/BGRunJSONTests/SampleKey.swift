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
        identifier, command, timeBudget, begin, network, environment, requires, "maxRuns", "kind",
    ]
}
