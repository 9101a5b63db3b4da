// The files of credentials that a run is handed, as long as it lives.
import BGRunJob
import BGRunLinux
import Glibc

/// `credentials/RUN` below the runtime directory, which is on a tmpfs and gone with the boot.
///
/// Directory and files stay ours, and the run's user may read them: whoever could write there could fill everybody's
/// tmpfs. The content is copied by the run's own process before it is its program, with the rights that it has then: a path
/// of a user's is read by nobody else.
extension RunPlace {
    private static let name = "credentials"

    var credentialsDirectory: String { "\(settings.runtimeDirectory)/\(Self.name)/\(run)" }

    /// Makes the files, empty, and gives what is to be copied where.
    func makeCredentials(_ credentials: [Credential]) throws(SystemError) -> [SpawnRequest.Copy] {
        guard !credentials.isEmpty else { return [] }
        let above = try Self.passage(Self.name, in: Directory(path: settings.runtimeDirectory))
        let place = try above.directory("\(run)", creatingWith: 0o700)
        for credential in credentials {
            try place.removeIfPresent(credential.name)
            let file = try place.create(credential.name, mode: 0o600)
            if let owner { try file.setReader(owner, mode: 0o400) }
        }
        if let owner {
            try place.descriptor.setReader(owner, mode: 0o500)
        } else {
            try place.descriptor.setPermissions(0o500)
        }
        return credentials.map { SpawnRequest.Copy(from: $0.path, to: "\(credentialsDirectory)/\($0.name)") }
    }

    /// Takes them away. What can't be taken away goes with the boot.
    func removeCredentials() {
        guard let above = try? Directory(path: settings.runtimeDirectory).directory(Self.name),
            let place = try? above.directory("\(run)")
        else { return }
        // We may be no more than their owner.
        try? place.descriptor.setPermissions(0o700)
        for name in (try? place.names(limit: 2 * Credential.most)) ?? [] { try? place.remove(name) }
        try? above.removeDirectory("\(run)")
    }
}
