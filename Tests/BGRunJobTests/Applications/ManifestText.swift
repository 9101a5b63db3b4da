// Manifests for the tests of this room, and what comes of reading them.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport

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

/// A valid manifest drawn from a seed.
func randomManifest(using random: inout SeededGenerator) -> ApplicationManifest? {
    guard let job = RandomDescriptor(using: &random).descriptor,
        // An application is no template's.
        let application = job.identifier.text.split(separator: "@").first.flatMap({
            JobIdentifier(String($0))
        })
    else { return nil }
    var tasks: [ApplicationManifest.Task] = []
    let endings = ["a", "b.c", "d.*", "e-1", "f.g.*"].filter { _ in Bool.random(using: &random) } + ["z"]
    for ending in endings {
        let isShort = Bool.random(using: &random)
        guard let pattern = TaskPattern(isShort ? ending : "\(application).\(ending)") else { return nil }
        tasks.append(.init(pattern, .random(using: &random)))
    }
    return ApplicationManifest(
        application: application, title: job.title, command: job.program.arguments ?? ["x"],
        environment: job.environment, workingDirectory: job.workingDirectory, isEnabled: job.isEnabled,
        noNewPrivileges: job.noNewPrivileges, spacing: job.spacing,
        tasks: tasks.sorted { $0.pattern < $1.pattern })
}

extension ApplicationManifest.TaskRules {
    fileprivate static func random(using random: inout SeededGenerator) -> Self {
        guard let job = RandomDescriptor(using: &random).descriptor, Bool.random(using: &random) else {
            return Self()
        }
        let latest: LatestBegin? = if case .after? = job.latestBegin { job.latestBegin } else { nil }
        let preference = job.preference?.span == nil && latest == nil ? nil : job.preference
        let requirements: Requirements =
            Bool.random(using: &random)
            ? .random(conditions: 29, depth: 4, using: &random) : .none
        return Self(
            title: job.title, timeBudget: Bool.random(using: &random) ? job.timeBudget : nil,
            gracePeriod: job.gracePeriod, requirements: requirements, preference: preference,
            allowedHours: job.allowedHours, latestBegin: latest, priority: job.priority,
            keepAwake: job.keepAwake, beforeSleep: job.beforeSleep, onRequirementLost: job.onRequirementLost,
            onExpiration: job.onExpiration)
    }
}
