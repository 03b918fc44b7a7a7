internal import Glibc
internal import SlipwayControlServer
package import SlipwaySystem

/// A listening socket at which probes are answered.
package struct ProbeSocket: Sendable {
    /// Every user who can reach the folder of the socket may ask.
    private static let mode = UInt32(0o666)
    /// The longest that a handshake takes on the machine itself, in microseconds.
    private static let handshake = UInt32(1000)

    /// The place.
    package let address: ListenAddress
    /// The descriptor, which does not block.
    let descriptor: Int32
    /// The socket with its files; `nil` for a TCP port.
    private let file: ListeningSocket?

    /// Listens at a place.
    ///
    /// Blocks while another process has the lock of a path.
    ///
    /// - Parameters:
    ///   - address: The place.
    ///   - open: The socket of this service that it is to replace, which may have the same port.
    /// - Throws: Why that cannot be done; nothing is left behind.
    init(_ address: ListenAddress, beside open: ProbeSocket? = nil) throws(ProbeSocketError) {
        self.address = address
        switch address {
        case .unix(let path):
            do throws(ControlServerError) {
                let socket = try ListeningSocket(.path(path, mode: Self.mode))
                (descriptor, file) = (socket.descriptor, socket)
            } catch {
                throw .path(error)
            }
        case .tcp(let host, let port):
            file = nil
            do throws(ErrorNumber) {
                descriptor = try Self.listen(host, port, beside: open?.descriptor(at: port))
            } catch {
                throw .port(address, error)
            }
        }
    }

    /// Tells whether an address is this place, perhaps by another name.
    func isPlace(_ other: ListenAddress) -> Bool {
        if case .unix(let path) = other, file?.isFile(at: path) == true { return true }
        return other == address
    }

    /// Lets no connection begin any more; those that have begun can be accepted afterwards.
    ///
    /// The socket is bound to a network interface that no machine has, so that the kernel gives the
    /// next connection to another socket of this service at the port. A handshake that is under way
    /// needs the wait, since closing the socket would reset it; over a network it may take longer,
    /// and is reset.
    func hide() {
        guard file == nil else { return }
        var interface = Int32.max
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_BINDTOIFINDEX, &interface, size)
        usleep(Self.handshake)
    }

    /// Stops listening, and removes the files.
    func end() {
        close(descriptor)
        file?.remove()
    }

    private func descriptor(at port: UInt16) -> Int32? {
        if case .tcp(_, port) = address { descriptor } else { nil }
    }

    private static func listen(
        _ host: ListenAddress.Host,
        _ port: UInt16,
        beside open: Int32?
    ) throws(ErrorNumber) -> Int32 {
        switch host {
        case .ipv4(let text):
            return try listen(InternetAddress(ipv4: text) ?? .everyIPv4, port, open)
        case .ipv6(let text):
            return try listen(InternetAddress(ipv6: text) ?? .everyIPv6, port, open)
        case .every:
            do throws(ErrorNumber) {
                return try listen(.everyIPv6, port, open, takesIPv4: true)
            } catch  where [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.rawValue) {
                // The machine has no IPv6.
                return try listen(.everyIPv4, port, open)
            }
        }
    }

    private static func listen(
        _ host: InternetAddress,
        _ port: UInt16,
        _ open: Int32?,
        takesIPv4: Bool = false
    ) throws(ErrorNumber) -> Int32 {
        let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let address = host.socketAddress(port: port)
        let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue) | flags, 0)
        guard descriptor >= 0 else { throw .current }
        // Connections that have ended a moment ago do not count.
        set(SO_REUSEADDR, true, of: descriptor)
        if host.isIPv6 { set(IPV6_V6ONLY, !takesIPv4, of: descriptor, at: Int32(IPPROTO_IPV6)) }
        // Both sockets are of this service: `127.0.0.1:8081` may become `:8081` without a gap. The
        // kernel looks at the option once when it binds, and again when it listens.
        let both = open.map { [$0, descriptor] } ?? []
        for socket in both { set(SO_REUSEPORT, true, of: socket) }
        let isListening =
            address.withPointer { bind(descriptor, $0, $1) } == 0
            && Glibc.listen(descriptor, ListeningSocket.backlog) == 0
        let reason = ErrorNumber.current
        for socket in both { set(SO_REUSEPORT, false, of: socket) }
        guard isListening else {
            close(descriptor)
            throw reason
        }
        return descriptor
    }

    private static func set(
        _ option: Int32,
        _ isOn: Bool,
        of descriptor: Int32,
        at level: Int32 = SOL_SOCKET
    ) {
        var value: Int32 = isOn ? 1 : 0
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
