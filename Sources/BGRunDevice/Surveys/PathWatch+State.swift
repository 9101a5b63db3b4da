// What a watch on paths knows, as a text for the process that goes on with it.
import BGRunJSON
import BGRunJob
import BGRunLinux
import Glibc

extension PathWatch {
    /// Everything but the queue itself, and but what is to be looked at first.
    var state: JSONValue {
        let names = trees.keys.sorted {
            ($0.path, $0.isRecursive ? 1 : 0) < ($1.path, $1.isRecursive ? 1 : 0)
        }
        let numbers = Dictionary(zip(names, Int64(0)...)) { first, _ in first }
        return [
            "trees": .array(
                names.map { name in
                    let tree = trees[name] ?? Tree()
                    return [
                        "path": .string(name.path), "isRecursive": .bool(name.isRecursive),
                        "newest": tree.newest.map { .integer($0) } ?? .null,
                        "fault": tree.fault?.state ?? .null,
                        "watches": .array(
                            tree.watches.map {
                                [.integer(Int64($0.number)), .string(places[$0]?[name] ?? name.path)]
                            }),
                    ]
                }),
            "paths": .array(
                standings.sorted { $0.value.serial < $1.value.serial }.map { path, standing in
                    [
                        "path": .string(path.path), "isRecursive": .bool(path.isRecursive),
                        "tree": standing.tree.flatMap { numbers[$0] }.map { .integer($0) } ?? .null,
                        "fault": standing.fault?.state ?? .null,
                        "way": .array(
                            standing.way.compactMap { watch in
                                ways[watch]?[path].map { [.integer(Int64(watch.number)), .string($0.state)] }
                            }),
                    ]
                }),
        ]
    }

    /// Takes up what another has put down.
    func resume(_ state: JSONField, as owner: UserID) throws(FieldError) {
        let state = try state.object()
        var names: [Tree.Name] = []
        for field in try state.list("trees") {
            let object = try field.object()
            let name = Tree.Name(path: try object.text("path"), isRecursive: try object.flag("isRecursive"))
            var tree = Tree()
            tree.newest = try object.number("newest")
            tree.fault = try object.fault()
            for watch in try object.list("watches") {
                let pair = try watch.elements()
                guard pair.count == 2 else { throw watch.mismatch("a watch and its place") }
                let number = Inotify.Watch(
                    number: Int32(clamping: try pair[0].integer(in: 0...Int(Int32.max))))
                places[number, default: [:]][name] = try pair[1].string()
                tree.watches.insert(number)
            }
            count += tree.watches.count
            trees[name] = tree
            names.append(name)
        }
        for field in try state.list("paths") {
            let object = try field.object()
            let path = WatchedPath(
                path: try object.text("path"), owner: owner, isRecursive: try object.flag("isRecursive"))
            lastSerial += 1
            var standing = Standing(serial: lastSerial)
            if let tree = try object.number("tree"), let index = Int(exactly: tree),
                names.indices.contains(index)
            {
                standing.tree = names[index]
                trees[names[index]]?.members.insert(path)
            }
            standing.fault = try object.fault()
            for watch in try object.list("way") {
                let pair = try watch.elements()
                guard pair.count == 2, let role = PathWay.Role(state: try pair[1].string()) else {
                    throw watch.mismatch("a watch and its role")
                }
                let number = Inotify.Watch(
                    number: Int32(clamping: try pair[0].integer(in: 0...Int(Int32.max))))
                ways[number, default: [:]][path] = role
                standing.way.insert(number)
            }
            count += standing.way.count
            standings[path] = standing
        }
    }
}

extension PathWay.Role {
    /// A name has no slash, which tells the roles that have one.
    fileprivate var state: String {
        switch self {
        case .above: "above"
        case .link: "link"
        case .waiting(let name): "waiting/\(name)"
        case .closed(let name): "closed/\(name)"
        }
    }

    fileprivate init?(state: String) {
        let parts = state.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        switch (parts.first, parts.count) {
        case ("above", 1): self = .above
        case ("link", 1): self = .link
        case ("waiting", 2): self = .waiting(name: parts[1])
        case ("closed", 2): self = .closed(name: parts[1])
        case _: return nil
        }
    }
}

extension PathFault {
    /// That a path is closed to its owner, or that watches were lacking, is acted upon; all else is only told.
    fileprivate var state: JSONValue {
        if case .refused(let path, EACCES) = self { return ["closed": .string(path)] }
        return isScarce ? ["scarce": .string(description)] : .string(description)
    }
}

extension JSONObject {
    fileprivate func fault() throws(FieldError) -> PathFault? {
        switch self["fault"] {
        case nil, .null?: return nil
        case .string(let text)?: return .told(text)
        case .object(let object)? where object["scarce"] != nil: return .toldScarce(try object.text("scarce"))
        case .object(let object)?: return .refused(path: try object.text("closed"), errno: EACCES)
        case let other?: throw JSONField(other).mismatch("a fault")
        }
    }
}
