internal import Glibc

/// A place at which a service listens: a TCP port, or a Unix socket.
package enum ListenAddress: Hashable, Sendable {
    /// The addresses of this machine that take connections to a port.
    package enum Host: Hashable, Sendable {
        /// All addresses, IPv4 and IPv6.
        case every
        /// One IPv4 address, or `0.0.0.0` for all of them.
        case ipv4(String)
        /// One IPv6 address, or `::` for all of them.
        case ipv6(String)
    }

    case tcp(Host, port: UInt16)
    /// An absolute path of at most `SocketAddress.longestPath` bytes.
    case unix(String)

    /// Reads `ADDRESS:PORT`, `[IPV6]:PORT`, `:PORT` or an absolute path.
    package init(parsing text: String) throws(ListenAddressFault) {
        if text.hasPrefix("/") {
            guard SocketAddress(unix: text) != nil, !text.hasSuffix("/") else { throw .path }
            self = .unix(text)
            return
        }
        if text.hasPrefix("unix:") { throw .scheme }
        guard let colon = text.lastIndex(of: ":") else {
            throw PortNumber.read(text) == nil ? .noPort : .portAlone(text)
        }
        guard let port = PortNumber.read(text[text.index(after: colon)...]) else { throw .port }
        self = .tcp(try Host(parsing: text[..<colon]), port: port)
    }
}

extension ListenAddress.Host {
    fileprivate init(parsing text: Substring) throws(ListenAddressFault) {
        if text.isEmpty {
            self = .every
        } else if text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count > 2 {
            let inner = String(text.dropFirst().dropLast())
            guard let address = InternetAddress(ipv6: inner) else { throw .host }
            self = .ipv6(address.description)
        } else if let address = InternetAddress(ipv4: String(text)) {
            self = .ipv4(address.description)
        } else {
            throw InternetAddress(ipv6: String(text)) == nil ? .host : .noBrackets
        }
    }
}

extension ListenAddress: CustomStringConvertible {
    /// The address as it is written.
    package var description: String {
        switch self {
        case .tcp(.every, let port): ":\(port)"
        case .tcp(.ipv4(let host), let port): "\(host):\(port)"
        case .tcp(.ipv6(let host), let port): "[\(host)]:\(port)"
        case .unix(let path): path
        }
    }
}

/// Why a text is no address to listen at.
package enum ListenAddressFault: Error, Hashable, Sendable {
    case noPort, port, noBrackets, host, path, scheme
    /// The port, which has no colon before it.
    case portAlone(String)
}

extension ListenAddressFault: CustomStringConvertible {
    /// The fault and what would be accepted, as the predicate of a sentence.
    package var description: String {
        switch self {
        case .noPort: "has no port; \(Self.advice)"
        case .port: "has a port that is not a number from 1 to 65535; \(Self.advice)"
        case .portAlone(let port):
            "is a port alone; write 127.0.0.1:\(port), or \":\(port)\" for every address of this machine"
        case .noBrackets: "has an IPv6 address without brackets; \(Self.advice)"
        case .host: "has a host that is not an address; \(Self.advice)"
        case .path:
            "is not the path of a socket, which has at most \(SocketAddress.longestPath) bytes and no "
                + "'/' at its end"
        case .scheme: "has 'unix:' in front; write the path of the socket alone"
        }
    }

    private static let advice =
        "write 127.0.0.1:8081, \"[::1]:8081\", \":8081\" for every address of this machine, or the absolute "
        + "path of a socket"
}
