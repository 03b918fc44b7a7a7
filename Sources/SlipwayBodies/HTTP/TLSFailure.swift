internal import CCurl
internal import SlipwayConfiguration

/// The facts about certificates that became known while a connection began.
struct TLSNotes {
    /// A certificate of a server's chain that was refused.
    struct Refusal: Hashable {
        /// X509_V_ERR_… of OpenSSL.
        let reason: Int32
        /// The position in the chain; 0 is the server's own certificate.
        let depth: Int32
        let subject, issuer: String
        /// The times between which the certificate is valid.
        let from, until: String
    }

    private var refusal: Refusal?
    /// The server asked for a certificate of ours.
    private var isAsked = false

    /// Adds a refusal; `nil`: the server asks for a certificate.
    mutating func add(_ refusal: UnsafePointer<slipway_curl_refusal>?) {
        guard let refusal = refusal?.pointee else { return isAsked = true }
        self.refusal = Refusal(
            reason: refusal.reason,
            depth: refusal.depth,
            subject: Quoting.shown(String(cString: refusal.subject), limit: 100),
            issuer: Quoting.shown(String(cString: refusal.issuer), limit: 100),
            from: String(cString: refusal.from),
            until: String(cString: refusal.until)
        )
    }

    /// The facts, once a transfer has failed.
    func failure(
        of request: HTTPRequest,
        over handle: UnsafeMutableRawPointer,
        by route: HTTPRoute
    ) -> TLSFailure {
        let host = if case .host(let host, _) = request.url.origin.server { host.name } else { "" }
        return TLSFailure(
            refusal: refusal,
            isAsked: isAsked,
            names: Self.names(of: handle),
            host: host,
            files: route.tls == nil ? nil : request.tls
        )
    }

    /// The names of the server's certificate, as it writes them.
    private static func names(of handle: UnsafeMutableRawPointer) -> String {
        var line = slipway_curl_server_certificate(handle)
        var subject = ""
        while let entry = line?.pointee {
            line = UnsafePointer(entry.next)
            guard let data = entry.data else { continue }
            let text = String(cString: data)
            guard let colon = text.firstIndex(of: ":") else { continue }
            let value = String(text[text.index(after: colon)...])
            switch text[..<colon] {
            case "X509v3 Subject Alternative Name":
                return value.replacing("DNS:", with: "").replacing("IP Address:", with: "")
            case "Subject": subject = value
            default: break
            }
        }
        return subject
    }
}

/// The facts that say why a server's certificate, or ours, was refused.
struct TLSFailure: Hashable {
    let refusal: TLSNotes.Refusal?
    let isAsked: Bool
    let names: String
    let host: String
    let files: TLSFiles?

    /// Finds the reason why a transfer ended.
    ///
    /// - Parameters:
    ///   - code: The end of the transfer.
    ///   - words: libcurl's words.
    /// - Returns: Words that say what to do; `nil` if the reason is another one.
    func reason(_ code: CURLcode, _ words: String) -> String? {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION:
            if let refusal { return reason(refusal, words) }
            return names.isEmpty
                ? nil
                : "the server's certificate is for '\(Quoting.shown(names, limit: 200))', not for "
                    + "'\(host)'; request a name that it has"
        case CURLE_SSL_CACERT_BADFILE:
            return files?.ca.map {
                "the certificates in '\($0)' cannot be read; see 'openssl x509'"
            }
        case CURLE_SSL_CERTPROBLEM: return ownFault(words)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
            return isAsked ? ownRefusal(words) : nil
        default: return nil
        }
    }

    private func reason(_ refusal: TLSNotes.Refusal, _ words: String) -> String {
        let name = refusal.subject.isEmpty ? "" : " ('\(refusal.subject)')"
        let certificate =
            refusal.depth == 0
            ? "the server's certificate\(name)"
            : "a certificate\(name) that the server's depends on"
        switch refusal.reason {
        // X509_V_ERR_CERT_NOT_YET_VALID
        case 9:
            return
                "\(certificate) is not valid before \(refusal.from); check the clock of this machine"
        // X509_V_ERR_CERT_HAS_EXPIRED
        case 10:
            return
                "\(certificate) expired on \(refusal.until); have it renewed, or check the clock of "
                + "this machine"
        // X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, …_LOCALLY, and for want of it …_VERIFY_LEAF_SIGNATURE
        case 2, 20, 21: return "\(certificate) is issued by '\(refusal.issuer)', which \(isUnknown)"
        // X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, …_SELF_SIGNED_CERT_IN_CHAIN
        case 18, 19: return "\(certificate) is signed by itself, and \(isUnknown)"
        default: return "\(certificate) is refused: \(words)"
        }
    }

    /// Says where an authority was looked for.
    private var isUnknown: String {
        if let ca = files?.ca {
            return "is not among the authorities in '\(ca)'; add it there if you trust it"
        }
        let file = slipway_curl_trust_file().map { String(cString: $0) }
        return "is not among the authorities of this machine"
            + (file.map { " (\($0))" } ?? "")
            + "; if you trust it, name a file with it: tls: { ca: PATH }"
    }

    /// Says what is wrong with the files of our certificate.
    private func ownFault(_ words: String) -> String? {
        guard let certificate = files?.certificate else { return nil }
        let key = files?.key ?? certificate
        return words.contains("private key")
            ? "the key in '\(key)' is damaged, or not that of the certificate in '\(certificate)'"
            : "cannot use the certificate in '\(certificate)' with the key in '\(key)': \(words)"
    }

    /// Says why a server that asked for a certificate ended the connection.
    private func ownRefusal(_ words: String) -> String? {
        guard let certificate = files?.certificate else {
            return
                "the server asked for a client certificate, and ended the connection without one; "
                + "name its files: tls: { certificate: PATH, key: PATH }"
        }
        // `… alert unknown ca, errno 0`
        guard let alert = words.firstRange(of: " alert ") else { return nil }
        let reason = words[alert.upperBound...].prefix { $0 != "," }
        return
            "the server refuses the client certificate in '\(certificate)' (\(reason)); name one "
            + "that it accepts"
    }
}
