// What a file of an applications directory brings.
import BGRunJob

/// A manifest found in an applications directory.
package struct ManifestFile: Hashable, Sendable {
    package let path: String
    package let manifest: ApplicationManifest

    package init(path: String, manifest: ApplicationManifest) {
        self.path = path
        self.manifest = manifest
    }
}
