// Descriptors for the tests of this room, and what comes of reading them.
import BGRunJob
import BGRunJSON

/// One descriptor that uses every key.
let everyKey = """
    {
      "identifier": "org.example.backup",
      "title": "Back up the home directory",
      "kind": "refresh",
      "command": ["/usr/bin/restic", "backup", "--one-file-system", "/home/me"],
      "environment": {"RESTIC_REPOSITORY": "/mnt/backup", "LANG": "C.UTF-8", "EMPTY": ""},
      "workingDirectory": "/home/me",
      "standardInput": "one line\\n",
      "earliestBeginDate": "2026-03-29T02:30:00+02:00",
      "schedule": {"every": "6h", "from": "completion"},
      "requiresExternalPower": true,
      "requiresNetwork": true,
      "timeBudget": "20m",
      "gracePeriod": "30s",
      "onRequirementLost": "finish",
      "onExpiration": "drop",
      "enabled": false,
      "noNewPrivileges": true
    }
    """

func descriptor(_ text: String, policy: Policy? = nil) throws -> JobDescriptor {
    try JobDescriptor(json: Array(text.utf8), policy: policy)
}

/// What the reader says of `text`, one line a mistake; "accepted" where it says nothing.
func refusal(of text: String, policy: Policy? = nil) -> String {
    refusal(of: Array(text.utf8), policy: policy)
}

func refusal(of bytes: [UInt8], policy: Policy? = nil) -> String {
    do {
        _ = try JobDescriptor(json: bytes, policy: policy)
        return "accepted"
    } catch {
        return error.description
    }
}

/// What the reader says of a sound job that also has these members.
func refusal(ofMember member: String, policy: Policy? = nil) -> String {
    refusal(of: #"{"identifier": "a", "command": ["true"], \#(member)}"#, policy: policy)
}
