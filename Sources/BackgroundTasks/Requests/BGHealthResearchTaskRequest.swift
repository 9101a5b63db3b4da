// A request for processing in a study, with a rule about when its data can be read.
internal import BGRunJob
public import Foundation

/// A processing request that says when the data it works on can be read.
///
/// Apple gives it to applications with an entitlement; here every application may submit it.
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest {
    /// The protection of the files that the task reads; `completeUntilFirstUserAuthentication` by default.
    ///
    /// `complete`: the task waits until the owner's session is unlocked, and is told to end when it is locked. All others
    /// add nothing, since files are not closed by a lock on Linux. (The mapping is ours.)
    open var protectionTypeOfRequiredData = FileProtectionType.completeUntilFirstUserAuthentication

    override func blank() -> BGTaskRequest { BGHealthResearchTaskRequest(identifier: identifier) }

    override func taking(from other: BGTaskRequest) -> BGTaskRequest {
        if let other = other as? BGHealthResearchTaskRequest {
            protectionTypeOfRequiredData = other.protectionTypeOfRequiredData
        }
        return super.taking(from: other)
    }

    override var kind: TaskRequest.Kind? { .healthResearch }

    override func describe(in request: inout TaskRequest) {
        super.describe(in: &request)
        request.protection = TaskRequest.Protection(protectionTypeOfRequiredData)
    }

    override func take(from request: TaskRequest) {
        super.take(from: request)
        protectionTypeOfRequiredData =
            request.protection.map(\.fileProtection) ?? .completeUntilFirstUserAuthentication
    }
}

extension TaskRequest.Protection {
    /// What is none of the four counts as the default, which adds nothing.
    fileprivate init(_ type: FileProtectionType) {
        // The names are texts, and on Linux no more than that.
        self =
            Self.allCases.first { $0.fileProtection.rawValue == type.rawValue }
            ?? .completeUntilFirstUserAuthentication
    }

    fileprivate var fileProtection: FileProtectionType {
        switch self {
        case .complete: .complete
        case .completeUnlessOpen: .completeUnlessOpen
        case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
        case .none: .none
        }
    }
}
