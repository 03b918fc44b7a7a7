import AsyncHTTPClient
import NIOCore
import NIOPosix

/// Why a request got no answer, in words that say what to look at.
func httpFailureReason(_ error: any Error) -> String {
    switch error {
    case let error as HTTPClientError: reason(error)
    case let error as NIOConnectionError: reason(error)
    case let error as IOError: systemErrorText(error.errnoCode)
    default: reason(other: error)
    }
}

private func reason(_ error: HTTPClientError) -> String {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout: "no connection and TLS handshake within 10s"
    case .remoteConnectionClosed: "the server closed the connection before it answered"
    case .redirectLimitReached: "more than 5 redirects"
    case .redirectCycleDetected: "it redirects in a circle"
    case .invalidURL, .emptyScheme, .emptyHost, .missingSocketPath:
        "not a complete URL; write http://HOST/PATH, https://HOST/PATH or http+unix://SOCKET/PATH"
    default:
        if error.shortDescription == "Unsupported scheme" {
            "unsupported scheme; write http://, https:// or http+unix://"
        } else {
            lowercasedFirst(error.shortDescription)
        }
    }
}

private func reason(_ error: NIOConnectionError) -> String {
    if let failure = error.connectionErrors.first { return httpFailureReason(failure.error) }
    return "cannot resolve host '\(error.host)'; check the name and the network"
}

private func reason(other error: any Error) -> String {
    let text = "\(error)"
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
        return "the server's certificate is not trusted"
    }
    if text.contains("WRONG_VERSION_NUMBER") {
        return "the server does not speak TLS; should the URL begin with http://?"
    }
    if text.contains("unableToValidateCertificate") || text.contains("failedToLoadCertificate") {
        return "the certificates of this machine cannot be loaded"
    }
    return beginning(of: text.utf8, limit: 300)
}

private func lowercasedFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
}
