// The names of scenes and windows, which the delegates of Xcode's templates have: there are none, so nothing is called.
public import Foundation

/// A scene. There is none on Linux; the name lets a scene's delegate compile.
open class UIScene: UIResponder {
    /// What a scene is connected for. There is nothing.
    public final class ConnectionOptions: NSObject {}

    /// Never posted; ``UIApplication/didBecomeActiveNotification`` is.
    public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    /// Never posted; ``UIApplication/willResignActiveNotification`` is.
    public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
    /// Never posted; ``UIApplication/didEnterBackgroundNotification`` is.
    public static let didEnterBackgroundNotification = NSNotification.Name(
        "UISceneDidEnterBackgroundNotification")
    /// Never posted; ``UIApplication/willEnterForegroundNotification`` is.
    public static let willEnterForegroundNotification = NSNotification.Name(
        "UISceneWillEnterForegroundNotification")
}

/// A scene with windows. There is none on Linux.
open class UIWindowScene: UIScene {}

/// What the system remembers of a scene: what it is for. None is ever connected or discarded.
open class UISceneSession: NSObject {
    /// What a scene is for.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// The text of the role.
        public let rawValue: String
        /// A role by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The windows of the application.
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    }

    /// The windows of the application.
    open var role: Role { .windowApplication }
}

/// How a scene is to be made. None is, so it is only kept.
open class UISceneConfiguration: NSObject {
    /// Its name in the Info.plist.
    public let name: String?
    /// What the scene is for.
    public let role: UISceneSession.Role
    /// The class of the scene's delegate; nothing makes one.
    open var delegateClass: AnyClass?

    /// A configuration that nothing is made of.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
    }
}

/// A window. It shows nothing; a program that has windows has those of its own toolkit.
open class UIWindow: UIResponder {
    /// A window that shows nothing.
    public required init() { super.init() }

    /// A window that shows nothing.
    public init(windowScene: UIWindowScene) { super.init() }

    /// Does nothing.
    open func makeKeyAndVisible() {}
}

/// What a scene's delegate may have. Nothing of it is called by itself: the program says
/// ``UIApplication/enterBackground()``, and calls its scene's delegate where that is to know.
@preconcurrency @MainActor
public protocol UISceneDelegate: AnyObject {
    /// The scene is there.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions)
    /// The scene has gone.
    func sceneDidDisconnect(_ scene: UIScene)
    /// The scene is in use.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene is about to be out of use.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene is about to come to the foreground.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene is in the background.
    func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
    /// Does nothing.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {}
    /// Does nothing.
    public func sceneDidDisconnect(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillResignActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// What the delegate of a scene with windows may have.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The scene's window.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    /// There is none.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
