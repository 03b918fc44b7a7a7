internal import Foundation

/// The process that listens at a Unix socket; `nil` if none does.
///
/// The process that a test starts is its parent's parent, where `slipwayd` has reapers.
package func listener(at path: String) -> Int32? {
    let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isConnected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(connection, $0, size) == 0 }
    }
    // The kernel's `struct ucred`: process, user and group.
    var peer: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: peer))
    guard isConnected, getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else {
        return nil
    }
    return peer.pid
}
