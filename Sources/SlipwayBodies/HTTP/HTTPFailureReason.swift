internal import CCurl
internal import SlipwayConfiguration
internal import SlipwaySystem

/// The facts that libcurl and the kernel give of a transfer that failed.
struct TransferFailure: Hashable {
    let code: CURLcode
    /// libcurl's words; may be empty.
    let words: String
    /// The error of the last system call that failed.
    let number: ErrorNumber?
    let usesProxy: Bool
    /// The head of an answer is whole.
    let hasAnswer: Bool
    /// The facts about certificates that became known.
    let tls: TLSFailure?

    /// This process lacked a descriptor or memory for the connection.
    var isShortage: Bool {
        code == CURLE_COULDNT_CONNECT && number?.isShortageOfConnection == true
    }

    static let longHead = "the server's headers are too long"
    static let cutCompression = "the answer ends in the middle of its compressed data"
    private static let closedEarly = "the server closed the connection before it had answered"

    private static let noHTTP = "the server does not speak HTTP as it should"
}

extension BodyInflater.Failure: CustomStringConvertible {
    var description: String {
        switch self {
        case .damaged, .unknown: "the answer is not compressed as it says"
        case .several: "the answer is compressed more than once"
        case .shortage: "no memory to decompress the answer"
        }
    }
}

extension TransferFailure: CustomStringConvertible {
    /// The reason in words that say what to look at.
    var description: String {
        (hasAnswer ? nil : tls?.reason(code, shown)) ?? reason
    }

    private var reason: String {
        switch code {
        case CURLE_OK, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: Self.closedEarly
        case CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            // libcurl's words say which proxy it was.
            number.map { usesProxy ? "\($0): \(shown)" : "\($0)" } ?? shown
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            "\(shown); check the name and the network"
        case CURLE_OPERATION_TIMEDOUT: "no connection and TLS handshake in time"
        case CURLE_SSL_CONNECT_ERROR where words.contains("wrong version number"):
            "the server does not speak TLS; should the URL begin with http://?"
        case CURLE_SSL_CONNECT_ERROR:
            "the TLS handshake failed (\(ofTLS)); see that the server has TLS 1.2 or later"
        case CURLE_PEER_FAILED_VERIFICATION: "the server's certificate is not trusted: \(shown)"
        case CURLE_SSL_CACERT_BADFILE: "the certificates of this machine cannot be loaded"
        case CURLE_OUT_OF_MEMORY where !hasAnswer && number == nil, Self.tooLarge: Self.longHead
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: "\(Self.noHTTP): \(shown)"
        default: shown
        }
    }

    /// CURLE_TOO_LARGE of libcurl 8.6.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// libcurl's words without those for programmers: `error:0A000410:SSL routines::alert …`.
    private var ofTLS: String {
        let words = shown
        return words.firstRange(of: "routines::").map { String(words[$0.upperBound...]) } ?? words
    }

    private var shown: String {
        let general = curl.easy_strerror(code).map { String(cString: $0) } ?? ""
        // About a proxy that it cannot use, libcurl tells the whole URL, and so its password.
        let isSecret = usesProxy && words.hasPrefix("Unsupported proxy")
        let text = words.isEmpty || isSecret ? general : words
        // A sentence is made a clause; a name in capitals stays one.
        let isSentence = text.dropFirst().first?.isUppercase != true
        let clause = isSentence ? text.prefix(1).lowercased() + text.dropFirst() : text
        return Quoting.shown(clause, limit: 300)
    }
}
