import BGRunJob
extension ResourceUsage { static let unknown = ResourceUsage() }
extension ApplicationManifest {
    func clash(with other: ApplicationManifest) -> JobIdentifier? { nil }
    var maskedText: String { "" }
}
