// Descriptors for the tests of this room, and what comes of reading them.
import BGRunJob
import BGRunJSON
import BGRunTestSupport

func descriptor(_ text: String, rules: DescriptorRules? = nil) throws -> JobDescriptor {
    try JobDescriptor(json: Array(text.utf8), rules: rules)
}

/// What the reader says of `text`, one line a mistake; "accepted" where it says nothing.
func refusal(of text: String, rules: DescriptorRules? = nil) -> String {
    refusal(of: Array(text.utf8), rules: rules)
}

func refusal(of bytes: [UInt8], rules: DescriptorRules? = nil) -> String {
    do {
        _ = try JobDescriptor(json: bytes, rules: rules)
        return "accepted"
    } catch {
        return error.description
    }
}

/// What the reader says of a sound job that also has these members.
func refusal(ofMember member: String, rules: DescriptorRules? = nil) -> String {
    refusal(of: #"{"identifier": "a", "command": ["true"], \#(member)}"#, rules: rules)
}

/// A job that is sound but for this member.
func jobText(with member: String) -> String {
    let identifier = member.hasPrefix(#""identifier""#) ? "" : #""identifier": "a", "#
    let takesPlace = member.hasPrefix(#""command""#) || member.hasPrefix(#""shell": {"#)
    let isShell = member.hasPrefix(#""shell""#) && !member.hasPrefix(#""shell": "true""#)
    let isUnit = member.hasPrefix(#""unit""#)
    return "{\(identifier)\(takesPlace || isShell || isUnit ? "" : #""command": ["true"], "#)\(member)}"
}
