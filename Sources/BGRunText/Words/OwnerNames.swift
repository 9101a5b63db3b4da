// What the owners of jobs are called, and when that has to be said.
import BGRunJob

/// Users in the words of the one to whom they are shown.
package struct OwnerNames: Sendable {
    private let viewer: UserID
    let name: @Sendable (UserID) -> String

    /// - Parameter viewer: Who looks.
    package init(shownTo viewer: UserID, name: @escaping @Sendable (UserID) -> String) {
        self.viewer = viewer
        self.name = name
    }

    /// Whether a list has somebody else's, so that it must be said whose each is.
    package func areShown(_ owners: [UserID]) -> Bool { owners.contains { $0 != viewer } }
}
