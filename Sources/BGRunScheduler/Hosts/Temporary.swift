import BGRunJob
extension ResourceUsage { static let ofTask = ResourceUsage() }
