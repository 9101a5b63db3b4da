// What a file of a directory of applications brings.
import BGRunJob

/// A manifest found in a directory of applications. It permits every user whose jobs the daemon runs.
package struct ManifestFile: Hashable, Sendable {
    package let path: String
    package let manifest: ApplicationManifest

    package init(path: String, manifest: ApplicationManifest) {
        self.path = path
        self.manifest = manifest
    }
}
