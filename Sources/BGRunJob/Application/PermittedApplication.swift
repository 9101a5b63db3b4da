// What a user has permitted.

/// An application's manifest, with the user who has permitted it.
package struct PermittedApplication: Hashable, Sendable {
    package var owner: UserID
    package var manifest: ApplicationManifest

    package init(owner: UserID, manifest: ApplicationManifest) {
        self.owner = owner
        self.manifest = manifest
    }
}
