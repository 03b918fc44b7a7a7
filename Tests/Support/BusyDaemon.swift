internal import Foundation

/// A socket whose backlog is full.
package final class BusyDaemon {
    package let path: String
    private let folder: TemporaryFolder
    private var descriptors: [Int32] = []

    /// Makes the socket, and fills its backlog.
    package init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/busy"
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        descriptors.append(listener)
        guard use(bind, listener) == 0, listen(listener, 0) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        var isConnected = true
        while isConnected {
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let client = socket(AF_UNIX, type, 0)
            descriptors.append(client)
            isConnected = use(connect, client) == 0
        }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    private func use(
        _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32,
        _ descriptor: Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
