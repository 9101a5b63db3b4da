// Where a value stands inside a JSON value: `requires.network`, `command[2]`.

/// The keys and indices that lead from the outermost value to one inside it.
package struct JSONKeyPath: Sendable, Equatable {
    package enum Step: Sendable, Equatable {
        case key(String)
        case index(Int)
    }

    /// From the outside in; empty for the outermost value.
    package private(set) var steps: [Step]

    /// The outermost value.
    package static let root = JSONKeyPath([])

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// The path of a value inside the one this path leads to.
    package func appending(_ step: Step) -> JSONKeyPath {
        JSONKeyPath(steps + [step])
    }

    /// The path of the value around this one; the outermost value's own for the outermost value.
    package func dropLast() -> JSONKeyPath {
        JSONKeyPath(Array(steps.dropLast()))
    }

    /// Puts a step before all others; the reader builds paths from the inside out, when it fails.
    mutating func prepend(_ step: Step) {
        steps.insert(step, at: 0)
    }
}

extension JSONKeyPath: CustomStringConvertible {
    /// The path as people write it. Empty for the outermost value.
    package var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index):
                text += "[\(index)]"
            case .key(let key):
                let quoted = QuotedText(key)
                if !quoted.isPlain {
                    text += "[\(quoted)]"
                } else {
                    text += text.isEmpty ? key : "." + key
                }
            }
        }
        return text
    }
}
