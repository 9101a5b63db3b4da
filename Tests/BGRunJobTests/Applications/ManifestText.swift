// Manifests for the tests of this room, and what comes of reading them.
import BGRunJob

func manifest(_ text: String, rules: DescriptorRules? = nil) throws -> ApplicationManifest {
    try ApplicationManifest(json: Array(text.utf8), rules: rules)
}

/// A sound manifest of the application `com.example` with these tasks: `"a": {}`.
func manifestText(tasks: String) -> String {
    #"{"application": "com.example", "command": ["x"], "tasks": {\#(tasks)}}"#
}

/// What the reader says of `text`, one line a mistake; "accepted" where it says nothing.
func refusal(ofManifest text: String, rules: DescriptorRules? = nil) -> String {
    do {
        _ = try manifest(text, rules: rules)
        return "accepted"
    } catch {
        return "\(error)"
    }
}
