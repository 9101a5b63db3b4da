// The module BackgroundTasks for Linux: what clients get with it, since they import nothing else.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
