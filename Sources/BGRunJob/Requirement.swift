// The conditions on the device that a job may ask for.

/// One condition on the device; the raw value is its spelling everywhere.
package enum Requirement: String, CaseIterable, Sendable {
    case externalPower
    case network

    /// For people: "external power".
    package var words: String {
        switch self {
        case .externalPower: "external power"
        case .network: "a network"
        }
    }
}

/// A set of requirements; iterating goes in the fixed order of ``Requirement``.
package struct Requirements: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let externalPower = Requirements(.externalPower)
    package static let network = Requirements(.network)

    package init(_ requirement: Requirement) {
        switch requirement {
        case .externalPower: self.init(rawValue: 1)
        case .network: self.init(rawValue: 2)
        }
    }

    package func contains(_ requirement: Requirement) -> Bool { contains(Requirements(requirement)) }

    /// The members in the fixed order in which blockers are reported.
    package var members: [Requirement] { Requirement.allCases.filter { contains($0) } }
}
