// The class that delegates are written below.
public import Foundation

/// The base class of an application's delegate, and nothing else here: nobody responds to anything without views.
///
/// It is of the main actor, as UIKit's is; so a delegate below it may be, also in a module where that is the default.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    /// Every delegate has it, since ``UIApplicationDelegate/main()`` makes one.
    public required override init() { super.init() }
}
