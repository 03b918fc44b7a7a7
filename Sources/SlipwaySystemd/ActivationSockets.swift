internal import CSystemd
internal import Glibc

/// The sockets that systemd opened for this service and passed to it.
///
/// The sockets belong to systemd, which goes on listening after the service has ended: close them,
/// but never `shutdown()` them or remove their files.
public struct ActivationSockets: Hashable, Sendable {
    /// A passed descriptor with its name.
    public struct Socket: Hashable, Sendable {
        /// `FileDescriptorName=` of the socket unit; the unit's name when it has none.
        public var name: String
        /// The open descriptor.
        public var descriptor: Int32

        /// Creates a named socket from an open descriptor.
        public init(name: String, descriptor: Int32) {
            self.name = name
            self.descriptor = descriptor
        }
    }

    /// All sockets, in the order of their descriptors.
    public let all: [Socket]

    /// Takes sockets from another source.
    public init(_ sockets: [Socket]) {
        all = sockets
    }

    /// Takes the sockets that were passed to this process; none outside systemd.
    ///
    /// The sockets are closed on `exec`, and the variables that announced them are removed, so a
    /// second call finds none. Changing the environment is not safe while other threads read it:
    /// call this early in `main`.
    ///
    /// - Throws: ``ActivationError/cannotInherit(errorNumber:)`` when announced descriptors are not
    ///   open.
    public static func inherit() throws(ActivationError) -> ActivationSockets {
        // Read before the environment changes.
        _ = SystemdEnvironment.current
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &names)
        defer { release(names) }
        guard count >= 0 else { throw .cannotInherit(errorNumber: -count) }
        return ActivationSockets(
            (0..<count).map { index in
                let name = names?[Int(index)].map { String(cString: $0) }
                return Socket(name: name ?? "unknown", descriptor: firstDescriptor + index)
            }
        )
    }

    /// `SD_LISTEN_FDS_START`.
    private static let firstDescriptor: Int32 = 3

    private static func release(
        _ names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) {
        guard let names else { return }
        var next = names
        while let name = next.pointee {
            free(name)
            next += 1
        }
        free(names)
    }

    /// Finds the listening Unix stream socket called `name`.
    ///
    /// - Parameters:
    ///   - name: The name to look for.
    ///   - acceptingOnlySocket: Whether the only socket is accepted under any name, as in Varlink's
    ///     convention.
    /// - Returns: The descriptor of the socket; `nil` when no socket has the name.
    /// - Throws: When several sockets have the name, or the one with it is not a listening Unix
    ///   stream socket.
    public func listener(
        named name: String,
        acceptingOnlySocket: Bool = false
    ) throws(ActivationError) -> Int32? {
        let named = all.filter { $0.name == name }
        guard named.count <= 1 else { throw .ambiguous(name: name, count: named.count) }
        let only = acceptingOnlySocket && all.count == 1 ? all.first : nil
        guard let socket = named.first ?? only else { return nil }
        guard sd_is_socket_unix(socket.descriptor, Self.stream, 1, nil, 0) > 0 else {
            throw .notAListener(socket)
        }
        return socket.descriptor
    }

    private static let stream = Int32(SOCK_STREAM.rawValue)
}

/// Why an inherited socket cannot be used.
public enum ActivationError: Error, Hashable, Sendable {
    /// The descriptors that the environment announces are not open.
    case cannotInherit(errorNumber: Int32)
    /// Several sockets have the same name.
    case ambiguous(name: String, count: Int)
    /// The socket does not listen, or is not a Unix stream socket.
    case notAListener(ActivationSockets.Socket)
}

extension ActivationError: CustomStringConvertible {
    /// The failure, the socket, and what the unit needs; one line.
    public var description: String {
        switch self {
        case .cannotInherit(let errorNumber):
            "cannot inherit activation sockets: \(String(cString: strerror(errorNumber))); "
                + "LISTEN_FDS must count the open descriptors from 3"
        case .ambiguous(let name, let count):
            "cannot choose an activation socket: \(count) are named '\(name)'; "
                + "give each socket unit a FileDescriptorName= of its own"
        case .notAListener(let socket):
            "cannot listen on activation socket '\(socket.name)' "
                + "(descriptor \(socket.descriptor)): not a listening Unix stream socket; "
                + "the socket unit needs ListenStream= with a path, and Accept=no"
        }
    }
}
