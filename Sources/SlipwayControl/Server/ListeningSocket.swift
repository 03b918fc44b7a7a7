internal import Glibc

/// Where a ``ControlServer`` listens.
package enum ControlEndpoint: Hashable, Sendable {
    /// A Unix stream socket that listens already, from systemd: served, and never unlinked. The
    /// server owns the descriptor.
    case inherited(Int32)
    /// A path that the server binds, with mode 0660, and removes again.
    case path(String)
}

/// A Unix stream socket that listens, with what there is to remove when it is done.
struct ListeningSocket {
    let descriptor: Int32
    let file: SocketFile?

    /// As many as the kernel allows, which is what systemd asks for, too.
    static let backlog = Int32(4096)

    init(_ endpoint: ControlEndpoint) throws(ControlServerError) {
        switch endpoint {
        case .inherited(let descriptor):
            try Self.check(descriptor)
            self.init(descriptor: descriptor, file: nil)
        case .path(let path):
            self = try SocketFile.listen(at: path)
        }
    }

    init(descriptor: Int32, file: SocketFile?) {
        self.descriptor = descriptor
        self.file = file
    }

    /// Undoes what the initializer did.
    func discard() {
        close(descriptor)
        file?.remove()
    }

    private static func check(_ descriptor: Int32) throws(ControlServerError) {
        let isRight =
            option(SO_DOMAIN, of: descriptor) == AF_UNIX
            && option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
            && option(SO_ACCEPTCONN, of: descriptor) == 1
        guard isRight else { throw .notAListeningSocket(descriptor) }
        // A child that inherits it would keep it open when we are gone.
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw .system("prepare", "socket \(descriptor)", errno)
        }
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
}
