// A value that is kept outside the one it belongs to.

/// Holds a value in a place of its own, because it is large and seldom there: a table of many jobs pays for it only
/// where it is.
package enum Apart<Value> {
    indirect case value(Value)

    package var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}

extension Apart: Equatable where Value: Equatable {}
extension Apart: Hashable where Value: Hashable {}
extension Apart: Sendable where Value: Sendable {}
