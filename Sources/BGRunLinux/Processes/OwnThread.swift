// A thread that waits in place of the one that must not.
import CLinux

package enum OwnThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Has something done by a thread of its own. Nobody waits for that, and it may end with the process, at any time.
    package static func begin(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        let error = unsafe clinux_begin_thread(
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            }, context)
        if error == 0 { return }
        unsafe Unmanaged<Body>.fromOpaque(context).release()
        throw SystemError(operation: "pthread_create", errno: error)
    }
}
