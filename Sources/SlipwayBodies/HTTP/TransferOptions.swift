internal import CCurl
internal import SlipwayConfiguration
internal import SlipwaySystem

/// Tells libcurl of a request.
struct TransferOptions {
    private let transfer: UnsafeMutableRawPointer
    /// libcurl took every option; it does not if memory is short, or the library is too old.
    private(set) var areSet = true
    /// The lists that have to be freed with the transfer.
    private(set) var lists: [UnsafeMutablePointer<curl_slist>] = []

    init(_ transfer: UnsafeMutableRawPointer) { self.transfer = transfer }

    mutating func set(
        _ request: HTTPRequest,
        by route: HTTPRoute,
        connectLimit: Duration
    ) {
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // One request at a time gains nothing from HTTP/2, and less can go wrong.
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        // libcurl does not touch the signals of the process.
        set(CURLOPT_NOSIGNAL, 1)
        // The end of a transfer does not wait for a name server.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, connectLimit.milliseconds)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(route)
        set(request.url, by: route.way)
        set(CURLOPT_HTTPHEADER, request.headerLines)
        set(request.method, request.body)
    }

    private mutating func set(_ method: HTTPSpecification.Method, _ body: String?) {
        switch method {
        case .get: return
        case .head: return set(CURLOPT_NOBODY, 1)
        case .post, .put, .patch, .delete: break
        }
        // On a connection that was used before, libcurl would send a request again that the server
        // has perhaps taken.
        set(CURLOPT_FRESH_CONNECT, 1)
        // A POST, PUT or PATCH without a body gets an empty one, whose length is told.
        if let body = body ?? (method == .delete ? nil : "") {
            set(CURLOPT_POST, 1)
            set(CURLOPT_POSTFIELDSIZE, body.utf8.count)
            set(CURLOPT_COPYPOSTFIELDS, body)
        }
        set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }

    private mutating func set(_ route: HTTPRoute) {
        switch route.way {
        case .direct(let addresses):
            // No proxy, whatever the environment says.
            set(CURLOPT_PROXY, "")
            set(CURLOPT_RESOLVE, addresses.map { [$0] } ?? [])
        case .proxy(let proxy, let exceptions):
            set(CURLOPT_PROXY, proxy)
            set(CURLOPT_NOPROXY, exceptions)
        }
        _ = slipway_curl_set_number(transfer, CURLOPT_CERTINFO, 1)
        // The authorities of the machine are set when a connection begins TLS.
        if route.trust?.use({ $0 != nil }) ?? false {
            for option in [
                CURLOPT_CAINFO, CURLOPT_CAPATH, CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH,
            ] {
                note(slipway_curl_set_pointer(transfer, option, nil))
            }
        }
        if let tls = route.tls { set(tls) }
    }

    private mutating func set(_ tls: TLSContents) {
        if let ca = tls.ca {
            for option in [CURLOPT_CAINFO, CURLOPT_CAPATH] {
                note(slipway_curl_set_pointer(transfer, option, nil))
            }
            set(CURLOPT_CAINFO_BLOB, ca)
        }
        guard let certificate = tls.certificate else { return }
        set(CURLOPT_SSLCERT_BLOB, certificate)
        set(CURLOPT_SSLKEY_BLOB, tls.key ?? certificate)
        // Without a passphrase, OpenSSL would ask the terminal for one.
        set(CURLOPT_KEYPASSWD, "")
    }

    private mutating func set(_ url: RequestURL, by way: HTTPRoute.Way) {
        set(CURLOPT_PATH_AS_IS, 1)
        // libcurl would leave out an empty query. A proxy needs the whole URL.
        if case .direct = way {
            set(CURLOPT_REQUEST_TARGET, url.path + (url.query.map { "?\($0)" } ?? ""))
        }
        guard case .socket(let path) = url.origin.server else {
            return set(CURLOPT_URL, url.text)
        }
        set(CURLOPT_URL, "http://localhost/")
        set(CURLOPT_UNIX_SOCKET_PATH, path)
    }

    private mutating func set(_ option: CURLoption, _ value: Int) {
        note(slipway_curl_set_number(transfer, option, value))
    }

    private mutating func set(_ option: CURLoption, _ text: String) {
        note(slipway_curl_set_pointer(transfer, option, text))
    }

    private mutating func set(_ option: CURLoption, _ content: [UInt8]) {
        content.withUnsafeBytes { bytes in
            var blob = curl_blob(
                data: UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                len: bytes.count,
                flags: UInt32(CURL_BLOB_COPY)
            )
            note(slipway_curl_set_pointer(transfer, option, &blob))
        }
    }

    private mutating func set(_ option: CURLoption, _ texts: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts {
            guard let longer = curl.slist_append(list, text) else {
                areSet = false
                break
            }
            list = longer
        }
        guard let list else { return }
        lists.append(list)
        note(slipway_curl_set_pointer(transfer, option, list))
    }

    private mutating func note(_ code: CURLcode) {
        if code != CURLE_OK { areSet = false }
    }
}

extension HTTPRequest {
    /// The headers as libcurl takes them: `NAME;` is empty, and `NAME:` is left out.
    fileprivate var headerLines: [String] {
        // libcurl frames the body itself.
        let own = headers.filter {
            !["content-length", "transfer-encoding"].contains($0.key.text.lowercased())
        }
        let names = Set(own.keys.map { $0.text.lowercased() })
        var lines = own.sorted { $0.key.text < $1.key.text }.map { name, value in
            value.allSatisfy { $0 == " " || $0 == "\t" }
                ? "\(name.text);" : "\(name.text): \(value)"
        }
        func addIfMissing(_ name: String, _ value: String) {
            if !names.contains(name.lowercased()) { lines.append("\(name):\(value)") }
        }
        // Some services refuse a request without a `User-Agent`.
        addIfMissing("User-Agent", " slipway/\(Version.current)")
        addIfMissing("Accept", accept.map { " \($0)" } ?? "")
        addIfMissing(
            "Accept-Encoding",
            slipway_inflate_is_there() != 0 ? " gzip, deflate" : " identity"
        )
        // Headers that libcurl would add to a body.
        addIfMissing("Content-Type", "")
        addIfMissing("Expect", "")
        return lines
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up, and at least 1, as 0 means a default.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = min(self, .seconds(1_000_000)).components
        return max(
            1,
            Int(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        )
    }
}
