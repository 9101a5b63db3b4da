// Manifests for the tests of this room, and what comes of reading them.
import BGRunJob

/// One manifest that uses every key.
let everyManifestKey = """
    {
      "application": "com.example.photos",
      "title": "Photos",
      "command": ["/usr/bin/photos", "--background"],
      "environment": {"LANG": "C.UTF-8", "TOKEN": "hunter2"},
      "workingDirectory": "/srv/photos",
      "enabled": false,
      "noNewPrivileges": true,
      "spacing": "25m",
      "tasks": {
        "com.example.photos.export.*": {},
        "com.example.photos.index": {
          "title": "Index the pictures",
          "allowedHours": "22:00-06:00",
          "latestBegin": "2d",
          "priority": "low",
          "keepAwake": "onExternalPower",
          "beforeSleep": "stop",
          "requires": {"idle": "1m"},
          "prefers": {"network": {"unmetered": true}, "for": "1d"},
          "timeBudget": "5m",
          "gracePeriod": "20s",
          "onRequirementLost": "freeze",
          "onExpiration": "continue"
        },
        "refresh": {}
      }
    }
    """

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
