/// An absolute URL that a request can be sent to.
///
/// A value that cannot be wrong: HTTP libraries trap at ports and hosts that do not exist, so they
/// only ever see what ``text`` has put together again.
package struct RequestURL: Hashable, Sendable {
    /// How the server is spoken to.
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        case http
        case https
        /// HTTP on a Unix socket, whose percent-encoded path stands in the place of the host.
        case unix = "http+unix"

        var defaultPort: UInt16 { self == .https ? 443 : 80 }
    }

    /// Where the server is.
    package enum Server: Hashable, Sendable {
        case host(NetworkHost, port: UInt16)
        /// An absolute path.
        case socket(path: String)
    }

    /// Who answers, and what may be told only to them.
    package struct Origin: Hashable, Sendable {
        package let scheme: Scheme
        package let server: Server
    }

    /// Scheme, host and port.
    package let origin: Origin
    /// The path, percent-encoded; it begins with a slash.
    package let path: String
    /// What follows the question mark, percent-encoded; `nil` without one.
    package let query: String?

    /// The URL without its query, which may be or carry a secret: for messages.
    package var shown: String {
        Quoting.shown(origin.description + path, limit: 200) + (query == nil ? "" : "?…")
    }

    /// The URL as it is requested.
    package var text: String { origin.description + path + (query.map { "?\($0)" } ?? "") }

    /// The most bytes of a URL: 8 KiB, which is what servers take.
    package static let longest = 8192
}

extension RequestURL.Origin: CustomStringConvertible {
    /// `https://example.org`; the port only where it is not the scheme's own.
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
