internal import Glibc
internal import SlipwaySystem

/// A listening Unix stream socket, with the files to remove at the end.
package struct ListeningSocket: Sendable {
    /// As many connections may wait as the kernel allows (`net.core.somaxconn`); systemd asks for
    /// the same.
    package static let backlog = Int32(4096)

    /// The socket, which does not block.
    package let descriptor: Int32
    private let file: SocketFile?
    private let lock: LockFile?

    /// Listens at a place; blocks while another process has the lock of a path, for as long as
    /// ``LockFile`` does.
    package init(_ endpoint: ControlEndpoint) throws(ControlServerError) {
        switch endpoint {
        case .inherited(let descriptor):
            try Self.check(descriptor)
            try Self.listen(descriptor, "socket \(descriptor)")
            self.descriptor = descriptor
            file = nil
            lock = nil
        case .path(let path, let mode):
            (descriptor, file, lock) = try Self.open(path, mode: mode)
        }
    }

    /// Removes the files that were created; the descriptor's owner closes the descriptor.
    package func remove() {
        file?.remove()
        lock?.remove()
    }

    /// Tells whether a path leads to the file that was created; not if none was.
    package func isFile(at path: String) -> Bool { file?.isFile(at: path) ?? false }

    /// Undoes the creation; an inherited socket stays open.
    package func undo() {
        if file != nil { close(descriptor) }
        remove()
    }

    private static func open(
        _ path: String,
        mode: UInt32
    ) throws(ControlServerError) -> (Int32, SocketFile, LockFile) {
        // Before anything else: no other daemon looks at the path or changes it without this lock.
        let lock = try LockFile(beside: path)
        do throws(ControlServerError) {
            let (descriptor, file) = try SocketFile.bind(path, mode: mode)
            do throws(ControlServerError) {
                try listen(descriptor, path)
                return (descriptor, file, lock)
            } catch {
                close(descriptor)
                file.remove()
                throw error
            }
        } catch {
            lock.remove()
            throw error
        }
    }

    private static func listen(_ descriptor: Int32, _ name: String) throws(ControlServerError) {
        // If a connection disappears again, a blocking `accept` would wait for the next one.
        let isReady =
            fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
            // A child that inherits the socket would keep it open after the daemon has ended.
            && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
            && Glibc.listen(descriptor, backlog) == 0
        guard isReady else { throw .system("listen on", name, .current) }
    }

    private static func check(_ descriptor: Int32) throws(ControlServerError) {
        let isRight =
            option(SO_DOMAIN, of: descriptor) == AF_UNIX
            && option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
            && option(SO_ACCEPTCONN, of: descriptor) == 1
        guard isRight else { throw .notAListeningSocket(descriptor) }
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
}
