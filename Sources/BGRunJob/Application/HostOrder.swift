// What the launcher is handed for a host.

/// All that is needed to start a host.
package struct HostOrder: Hashable, Sendable {
    package let host: HostID
    package let application: ApplicationID
    /// What is executed, for whom it is, and where.
    package let manifest: ApplicationManifest

    package init(host: HostID, application: ApplicationID, manifest: ApplicationManifest) {
        self.host = host
        self.application = application
        self.manifest = manifest
    }
}
