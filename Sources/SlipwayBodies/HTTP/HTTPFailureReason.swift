internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression
internal import NIOPosix
internal import SlipwayConfiguration
internal import SlipwaySystem

/// Why a request got no answer, in words that say what to look at.
func httpFailureReason(_ error: any Error) -> String {
    switch error {
    case let error as HTTPClientError: reason(error)
    case let error as NIOConnectionError: reason(error)
    case ChannelError.ioOnClosedChannel: closedEarly
    case let error as IOError: "\(ErrorNumber(error.errnoCode))"
    case let error as HTTPParserError: reason(error)
    case let error as NoSuchStatus: "\(error)"
    case is NIOHTTPDecompression.DecompressionError,
        is NIOHTTPDecompression.ExtraDecompressionError:
        "the answer is not compressed as it says"
    default: reason(other: error)
    }
}

private let closedEarly = "the server closed the connection before it had answered"

/// Whether a compressed answer is too long once it is decompressed.
func isDecompressionLimit(_ error: any Error) -> Bool {
    error as? NIOHTTPDecompression.DecompressionError == .limit
}

private func reason(_ error: HTTPClientError) -> String {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout: "no connection and TLS handshake in time"
    case .getConnectionFromPoolTimeout: "too many connections to the same host, and none got free"
    case .remoteConnectionClosed: closedEarly
    default: lowercasedFirst(error.shortDescription)
    }
}

private func reason(_ error: NIOConnectionError) -> String {
    if let failure = error.connectionErrors.first { return httpFailureReason(failure.error) }
    if let shortage = FreeDescriptors.shortage {
        return "cannot resolve host '\(error.host)': \(shortage)"
    }
    return "cannot resolve host '\(error.host)'; check the name and the network"
}

private func reason(_ error: HTTPParserError) -> String {
    switch error {
    case .headerOverflow: "the server's headers are too long"
    case .invalidEOFState: closedEarly
    default: "the server does not speak HTTP as it should: \(error)"
    }
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
    return Quoting.shown(text, limit: 300)
}

private func lowercasedFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
}
