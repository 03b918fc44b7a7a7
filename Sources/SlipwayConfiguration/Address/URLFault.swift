/// Why a text is not a URL that a request can be sent to.
///
/// The text itself is not shown: it may be secret.
package enum URLFault: Error, Hashable, Sendable {
    case tooLong, incomplete, scheme, credentials, host, port, socketPath, authority
    case characters, percent, dotSegment, fragment
}

extension URLFault: CustomStringConvertible {
    /// The fault and what would be accepted, as the predicate of a sentence.
    package var description: String { "\(reason); \(advice)" }

    /// The fault, as the predicate of a sentence.
    package var reason: String {
        switch self {
        case .tooLong: "is longer than \(RequestURL.longest) bytes"
        case .incomplete: "is not complete"
        case .scheme: "has an unsupported scheme"
        case .credentials: "has a user or password"
        case .host: "has a host that is neither a name nor an address"
        case .port: "has a port that is not a number from 1 to 65535"
        case .socketPath: "has a host that is not a socket's path"
        case .authority: "has a '/', '?', '#' or '\\' in what is filled in for its host and port"
        case .characters: "has characters that a URL cannot have"
        case .percent: "has a '%' without two hexadecimal digits"
        case .dotSegment: "has '.' or '..' as a part of its path"
        case .fragment: "has a fragment, which is never sent"
        }
    }

    /// The form that would be accepted.
    private var advice: String {
        switch self {
        case .tooLong: "shorten it"
        case .incomplete: "write http://HOST/PATH, https://HOST/PATH or http+unix://SOCKET/PATH"
        case .scheme: "write http://, https:// or http+unix://"
        case .credentials: "send them in a header, such as Authorization"
        case .host:
            "write a name in letters, digits, '-', '_' and '.', an IPv4 address, or an IPv6 address "
                + "in brackets"
        case .port: "correct it or leave it out"
        case .socketPath:
            "write an absolute path of at most 107 bytes, percent-encoded, such as "
                + "http+unix://%2Frun%2Fapi.sock/PATH"
        case .authority: "fill in a host, or its port, and no more"
        case .characters: "percent-encode them, a blank as %20"
        case .percent: "write '%25' for the character itself"
        case .dotSegment: "write the path without"
        case .fragment: "remove it, or write '%23' for a '#'"
        }
    }
}
