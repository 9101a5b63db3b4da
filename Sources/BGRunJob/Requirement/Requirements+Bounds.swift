// How large a tree of requirements may be.
import BGRunJSON

extension Requirements {
    /// Objects inside each other, the outermost one counted.
    private static let deepest = 4
    /// Conditions named in one tree.
    static let most = 32

    /// The same, or nil and a note where it is too deep or too large to be understood, or to be looked at often.
    func bounded(at field: JSONField, _ errors: inout [FieldError]) -> Requirements? {
        if let place = firstTooDeep(at: field.keyPath, depth: 1) {
            errors.append(
                FieldError(
                    at: place, reason: "this stands \(Self.deepest + 1) deep, \(Self.deepest) at most",
                    advice: "write it flatter: conditions that must all hold stand side by side in one object"
                ))
            return nil
        }
        if let excess = excess(at: field.keyPath) {
            errors.append(excess)
            return nil
        }
        return self
    }

    /// The error for too many conditions; nil within the limit.
    ///
    /// - Parameters:
    ///   - place: The key path of the object that names them, or most of them.
    ///   - most: The limit.
    ///   - reason: Why the limit is lower, or what else counts; begins with a comma.
    func excess(at place: JSONKeyPath, over most: Int = Self.most, _ reason: String = "") -> FieldError? {
        let count = leaves.count
        guard count > most else { return nil }
        return FieldError(
            at: place, reason: "this names \(count) conditions, \(most) at most\(reason)",
            advice: "remove some, or let one \"command\" look at several of them")
    }

    private func firstTooDeep(at place: JSONKeyPath, depth: Int) -> JSONKeyPath? {
        if depth > Self.deepest { return place }
        for term in terms {
            switch term {
            case .requirement: continue
            case .anyOf(let alternatives):
                let list = place.appending(.key("anyOf"))
                for (index, alternative) in alternatives.enumerated() {
                    let found = alternative.firstTooDeep(at: list.appending(.index(index)), depth: depth + 1)
                    if let found { return found }
                }
            case .not(let opposite):
                let found = opposite.firstTooDeep(at: place.appending(.key("not")), depth: depth + 1)
                if let found { return found }
            }
        }
        return nil
    }
}
