// What one survey is to look at: all looks of one owner in one go.
import BGRunJSON
import BGRunJob

/// The orders of a survey: a short process of an owner's that looks at paths of theirs, where a look may take as long
/// as its file system likes.
///
/// What is followed for changes outlives a survey in its ``Field``: the daemon keeps its descriptors, and each survey
/// goes on where the last one stopped.
package struct SurveyOrders: Equatable, Sendable {
    /// Changes to what is followed in a field.
    package struct Following<Path: Hashable & Sendable>: Equatable, Sendable {
        /// Whatever was followed before is forgotten.
        package var isAnew: Bool
        /// All is to be looked at, since what is mounted has changed.
        package var looksAtAll = false
        /// To be looked at, and followed from now on.
        package var observe: [Path]
        /// To be followed no more.
        package var ignore: [Path]

        package init(isAnew: Bool = false, observe: [Path] = [], ignore: [Path] = []) {
            self.isAnew = isAnew
            self.observe = observe
            self.ignore = ignore
        }
    }

    /// What is followed, and the two descriptors it needs: an inotify queue and the memory of the last survey.
    package enum Field: UInt8, CaseIterable, Sendable {
        /// Whether paths exist.
        case existence = 0x65
        /// Changes of paths.
        case changes = 0x63
    }

    /// Nil where nothing is to be done in the field, whose descriptors are not handed over then.
    package var existence: Following<OwnedPath>?
    package var changes: Following<WatchedPath>?
    /// Paths whose free space is to be read.
    package var spaces: [String]
    /// Paths and mounts that did not answer once, to be tried.
    package var trials: [String]
    /// Paths and mounts that did not answer, and are not looked at.
    package var mute: [String]

    package init(
        existence: Following<OwnedPath>? = nil, changes: Following<WatchedPath>? = nil, spaces: [String] = [],
        trials: [String] = [], mute: [String] = []
    ) {
        self.existence = existence
        self.changes = changes
        self.spaces = spaces
        self.trials = trials
        self.mute = mute
    }

    package var isEmpty: Bool { existence == nil && changes == nil && spaces.isEmpty && trials.isEmpty }

    /// The fields that are handed over, in the order of their descriptors.
    package var fields: [Field] {
        (existence == nil ? [] : [.existence]) + (changes == nil ? [] : [.changes])
    }

    // MARK: - As text

    /// More than any survey is asked.
    package static let mostBytes = 64 << 20

    package var bytes: [UInt8] {
        var object: JSONObject = [
            "spaces": .texts(spaces), "trials": .texts(trials), "mute": .texts(mute),
        ]
        object["existence"] = existence.map { $0.value { .string($0.path) } }
        object["changes"] = changes.map {
            $0.value { ["path": .string($0.path), "isRecursive": .bool($0.isRecursive)] }
        }
        return JSONValue.object(object).bytes()
    }

    /// - Parameter owner: Whose paths they are: whoever reads them.
    package init(bytes: [UInt8], owner: UserID) throws(SurveyFault) {
        do {
            let object = try JSONField(JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.mostBytes)))
                .object()
            self.init(
                spaces: try object.texts("spaces"), trials: try object.texts("trials"),
                mute: try object.texts("mute"))
            if object["existence"] != nil {
                existence = try Following(object.field("existence")) { field throws(FieldError) in
                    OwnedPath(path: try field.string(), owner: owner)
                }
            }
            if object["changes"] != nil {
                changes = try Following(object.field("changes")) { field throws(FieldError) in
                    let path = try field.object()
                    return WatchedPath(
                        path: try path.text("path"), owner: owner, isRecursive: try path.flag("isRecursive"))
                }
            }
        } catch {
            throw SurveyFault(text: "\(error)")
        }
    }
}

/// Orders or answers that make no sense.
package struct SurveyFault: Error, CustomStringConvertible {
    let text: String
    package var description: String { text }
}

extension SurveyOrders.Following {
    fileprivate func value(_ path: (Path) -> JSONValue) -> JSONValue {
        [
            "isAnew": .bool(isAnew), "looksAtAll": .bool(looksAtAll), "observe": .array(observe.map(path)),
            "ignore": .array(ignore.map(path)),
        ]
    }

    fileprivate init(
        _ field: JSONField, path: (JSONField) throws(FieldError) -> Path
    ) throws(FieldError) {
        let object = try field.object()
        self.init(isAnew: try object.flag("isAnew"))
        looksAtAll = try object.flag("looksAtAll")
        for field in try object.list("observe") { observe.append(try path(field)) }
        for field in try object.list("ignore") { ignore.append(try path(field)) }
    }
}

extension JSONValue {
    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
