// The other end of a tunnel that a test has made.

import BGRunLinux
import Glibc

/// The program at this end of a tunnel that `ip` has made, as OpenVPN and Tailscale are; without one it has no carrier.
package final class TunnelProgram {
    private let device: FileDescriptor

    package init(_ name: String, isTap: Bool = false) throws {
        device = FileDescriptor(owning: open("/dev/net/tun", O_RDWR | O_CLOEXEC))
        // `struct ifreq`: the name, then IFF_TUN or IFF_TAP with IFF_NO_PI.
        var request = Array(name.utf8) + [UInt8](repeating: 0, count: 40 - name.utf8.count)
        request[16] = isTap ? 0x02 : 0x01
        request[17] = 0x10
        let setInterface: UInt = 0x4004_54ca  // TUNSETIFF
        let result = request.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { ioctl(device.rawValue, setInterface, $0) } ?? -1
        }
        guard result == 0 else {
            throw DaemonFixture.Fault(
                description: "TUNSETIFF \(name): \(String(cString: strerror(errno)))")
        }
    }
}
