// Which signals are asked for: as narrow as can be said, since each one that matches wakes the process.

/// A match rule of D-Bus for signals, in the words of the D-Bus Specification, "Match Rules".
struct BusRule: Sendable {
    /// Where the signal comes from.
    enum Place: Sendable {
        case path(String)
        /// The object and all below it.
        case below(String)
    }

    let place: Place
    let interface: String
    let member: String
    /// What the signal's first argument must be, a text.
    var firstArgument: String?
    /// The object that the signal's first argument must name.
    var firstPath: String?

    /// The rule as the bus reads it. All of its parts are our own constants, none of which has a quote in it.
    func text(sender: String) -> String {
        var text = "type='signal',sender='\(sender)',interface='\(interface)',member='\(member)'"
        switch place {
        case .path(let path): text += ",path='\(path)'"
        case .below(let path): text += ",path_namespace='\(path)'"
        }
        if let firstArgument { text += ",arg0='\(firstArgument)'" }
        if let firstPath { text += ",arg0path='\(firstPath)'" }
        return text
    }
}
