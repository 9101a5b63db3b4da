// What a watch on the existence of paths knows, as a text for the process that goes on with it.
import BGRunJSON
import BGRunJob
import BGRunLinux

extension ExistenceWatch {
    /// Everything but the queue itself.
    var state: JSONValue {
        [
            "asked": .array(
                directories.map { watch, directory in
                    [.integer(Int64(watch.number)), .integer(Int64(directory.asked.rawValue))]
                }),
            "paths": .array(
                standings.sorted { $0.value.serial < $1.value.serial }.map { path, standing in
                    [
                        "path": .string(path.path), "value": SurveyAnswer.value(standing.value),
                        "isScarce": .bool(standing.isScarce),
                        "roles": .array(
                            standing.watches.compactMap { watch in
                                directories[watch]?.roles[path].map { Self.state(watch, $0) }
                            }),
                    ]
                }),
        ]
    }

    private static func state(_ watch: Inotify.Watch, _ role: ExistenceSurvey.Role) -> JSONValue {
        [
            .integer(Int64(watch.number)), .string(role.directory), .integer(Int64(role.changes.rawValue)),
            .array(role.names.map { .string($0) }),
        ]
    }

    /// Takes up what another has put down.
    func resume(_ state: JSONField, as owner: UserID) throws(FieldError) {
        let state = try state.object()
        for field in try state.list("paths") {
            let object = try field.object()
            let path = OwnedPath(path: try object.text("path"), owner: owner)
            lastSerial += 1
            var standing = Standing(serial: lastSerial)
            standing.value = try SurveyAnswer.presence(object["value"] ?? .null)
            standing.isScarce = try object.flag("isScarce")
            for role in try object.list("roles") {
                let parts = try role.elements()
                guard parts.count == 4 else { throw role.mismatch("a role of four parts") }
                let watch = try Self.watch(parts[0])
                var known = ExistenceSurvey.Role(
                    directory: try parts[1].string(), changes: try Self.changes(parts[2]))
                for name in try parts[3].elements() { known.names.insert(try name.string()) }
                directories[watch, default: WatchedDirectory()].set(known, for: path)
                standing.watches.insert(watch)
            }
            count += standing.watches.count
            standings[path] = standing
        }
        for field in try state.list("asked") {
            let parts = try field.elements()
            guard parts.count == 2 else { throw field.mismatch("a watch and its changes") }
            directories[try Self.watch(parts[0])]?.asked = try Self.changes(parts[1])
        }
    }

    private static func watch(_ field: JSONField) throws(FieldError) -> Inotify.Watch {
        Inotify.Watch(number: Int32(clamping: try field.integer(in: 0...Int(Int32.max))))
    }

    private static func changes(_ field: JSONField) throws(FieldError) -> Inotify.Changes {
        Inotify.Changes(rawValue: UInt32(clamping: try field.integer(in: 0...Int(UInt32.max))))
    }
}
