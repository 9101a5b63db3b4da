// An application that its user has permitted, as the store keeps it.

/// A manifest and whose it is.
package struct PermittedApplication: Hashable, Sendable {
    package var owner: UserID
    package var manifest: ApplicationManifest

    package init(_ manifest: ApplicationManifest, owner: UserID) {
        self.manifest = manifest
        self.owner = owner
    }

    package var id: ApplicationID { ApplicationID(owner: owner, name: manifest.application) }
}
