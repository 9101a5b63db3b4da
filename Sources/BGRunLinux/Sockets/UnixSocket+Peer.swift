// The process at the other end of a connection, held so that its number can't become another's.
import CLinux
import Glibc

extension UnixSocket {
    /// How the process is found.
    package enum PeerMethod: Sendable {
        /// The kernel's own word, and where it has none (before Linux 6.5), the credentials.
        case best
        /// By its number and its user, as on an old kernel.
        case credentials
    }

    /// The process that called connect (or listen), held; nil where it has ended, or can't be told apart from another
    /// that has its number now.
    ///
    /// It is not the one that speaks: a child may hold the socket. Then the number in ``peer()`` may be a stranger's once
    /// the process has gone, and the socket does not hang up.
    package func peerProcess(by method: PeerMethod = .best) throws(SystemError) -> ProcessDescriptor? {
        let peer = try peer()
        // 0 is a process outside our name space, which /proc does not show.
        guard peer.pid > 0 else { return nil }
        let process: ProcessDescriptor
        do throws(SystemError) {
            process = try hold(peer, by: method)
        } catch {
            // Gone, and with it its number; or the number is a thread's by now.
            if [ESRCH, EINVAL, ENODATA].contains(error.errno) { return nil }
            throw error
        }
        if try process.hasEnded() { return nil }
        return process
    }

    private func hold(_ peer: Peer, by method: PeerMethod) throws(SystemError) -> ProcessDescriptor {
        switch method {
        case .credentials: break
        case .best:
            do throws(SystemError) {
                let number = try SystemError.check("getsockopt") { clinux_peer_pidfd(descriptor.rawValue) }
                return ProcessDescriptor(owning: FileDescriptor(owning: number), pid: peer.pid)
            } catch {
                guard error.errno == ENOPROTOOPT else { throw error }
            }
        }
        let process = try ProcessDescriptor(pid: peer.pid)
        // After it is held: what is read of the number is this process's, or it has ended, which is seen later. One that
        // has taken other rights since is not told from a stranger.
        guard ProcessUsers(of: peer.pid)?.effective == peer.user else {
            throw SystemError(operation: "pidfd_open", path: "\(peer.pid)", errno: ESRCH)
        }
        return process
    }
}
