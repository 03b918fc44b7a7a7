internal import SlipwaySystem

/// The address of a TCP service, written as `HOST:PORT` or `[IPV6]:PORT`.
package struct HostAndPort: Hashable, Sendable {
    /// The machine.
    package let host: NetworkHost
    /// The port, not 0.
    package let port: UInt16

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - host: The machine.
    ///   - port: Not 0.
    package init(_ host: NetworkHost, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`.
    package init(parsing text: String) throws(HostAndPortFault) {
        guard let colon = text.lastIndex(of: ":") else { throw .noPort }
        let name = text[..<colon]
        guard let port = PortNumber.read(text[text.index(after: colon)...]) else { throw .port }
        guard !name.isEmpty else { throw .noHost }
        guard let host = NetworkHost(name) else {
            throw NetworkHost("[\(name)]"[...]) == nil ? .host : .noBrackets
        }
        self.host = host
        self.port = port
    }
}

extension HostAndPort: CustomStringConvertible {
    /// `HOST:PORT`, with an IPv6 address in brackets.
    package var description: String { "\(host.bracketed):\(port)" }
}

/// Why a text is not `HOST:PORT`.
package enum HostAndPortFault: Error, Hashable, Sendable {
    case noPort, port, noHost, noBrackets, host
}

extension HostAndPortFault: CustomStringConvertible {
    /// The fault and what would be accepted, as the predicate of a sentence.
    package var description: String {
        let reason =
            switch self {
            case .noPort: "has no port"
            case .port: "has a port that is not a number from 1 to 65535"
            case .noHost: "has no host"
            case .noBrackets: "has an IPv6 address without brackets"
            case .host: "has a host that is neither a name nor an address"
            }
        return "\(reason); write HOST:PORT or [IPV6]:PORT"
    }
}
