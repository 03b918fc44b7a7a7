/// An absolute URL that a request can be sent to.
///
/// A value that cannot be wrong: HTTP libraries trap at invalid ports and hosts, so they only ever
/// see ``text``, which is put together from checked parts.
package struct RequestURL: Hashable, Sendable {
    /// The protocol.
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        case http
        case https
        /// HTTP on a Unix socket, with the percent-encoded path in place of the host.
        case unix = "http+unix"

        var defaultPort: UInt16 { self == .https ? 443 : 80 }
    }

    /// The address of the server.
    package enum Server: Hashable, Sendable {
        case host(NetworkHost, port: UInt16)
        /// An absolute path.
        case socket(path: String)
    }

    /// The server of a request; secrets for one origin are not sent to another.
    package struct Origin: Hashable, Sendable {
        package let scheme: Scheme
        package let server: Server
    }

    /// Scheme, host and port.
    package let origin: Origin
    /// The path, percent-encoded; it begins with a slash.
    package let path: String
    /// The text behind the question mark, percent-encoded; `nil` without one.
    package let query: String?

    /// The URL for messages, without its query, which may hold a secret.
    package var shown: String {
        Quoting.shown(origin.description + path, limit: 200) + (query == nil ? "" : "?…")
    }

    /// The URL as it is sent.
    package var text: String { origin.description + path + (query.map { "?\($0)" } ?? "") }

    /// The most bytes of a URL: 8 KiB, the usual limit of servers.
    package static let longest = 8192
}

extension RequestURL.Origin: CustomStringConvertible {
    /// `https://example.org`; with the port unless it is the scheme's default.
    package var description: String {
        switch server {
        case .host(let host, let port):
            let suffix = port == scheme.defaultPort ? "" : ":\(port)"
            return "\(scheme.rawValue)://\(host.bracketed)\(suffix)"
        case .socket(let path):
            return "\(scheme.rawValue)://\(URLText.encoded(path))"
        }
    }
}
