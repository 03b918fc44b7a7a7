internal import Glibc
internal import SlipwayConfiguration
internal import SlipwaySystem

/// The way by which requests get to a server.
struct HTTPRoute: Sendable {
    /// The way to the server's host; libcurl looks up names only on the way of a proxy.
    enum Way: Sendable {
        /// The host's addresses, as libcurl takes them: `HOST:PORT:ADDRESS,ADDRESS`; `nil` where
        /// the URL has an address, or the server is a socket with a path.
        case direct(addresses: String?)
        /// A proxy, and the hosts that are reached without it, both as curl's users write them.
        case proxy(String, exceptions: String)
    }

    let way: Way
    /// The authorities of the machine; `nil` where none of them is asked.
    let trust: CurlTrust?
    /// The files of the request's TLS; `nil` if it has none.
    let tls: TLSContents?

    var usesProxy: Bool { if case .proxy = way { true } else { false } }

    /// The proxy that the environment names for a server, by the variables that curl reads.
    ///
    /// `HTTP_PROXY` is none of them: a web server gives a header of this name to the programs that it
    /// runs. This machine itself is reached without a proxy, whatever the variables say.
    static func proxy(
        for origin: RequestURL.Origin,
        in environment: [String: String]
    ) -> Way? {
        let own = origin.scheme == .https ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        let proxy = (own + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { environment[$0] }.first
        let exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
        guard let proxy, !proxy.isEmpty, exceptions != "*", origin.scheme != .unix else {
            return nil
        }
        return .proxy(proxy, exceptions: "localhost,127.0.0.0/8,::1,\(exceptions)")
    }
}

extension SharedHTTPClient {
    /// Gets together what a request needs: libcurl, addresses, certificates.
    ///
    /// - Throws: ``RequestFailure``.
    func route(of request: HTTPRequest, in time: TryTime) async throws -> HTTPRoute {
        let origin = request.url.origin
        try await wait(for: library.functions, in: time)
        var way = HTTPRoute.proxy(for: origin, in: environment) ?? .direct(addresses: nil)
        if case .direct = way, case .host(let host, let port) = origin.server {
            way = .direct(addresses: try await lookUp(HostAndPort(host, port: port), in: time))
        }
        let files = origin.scheme == .https ? request.tls : nil
        let isTLS = if case .proxy = way { true } else { origin.scheme == .https }
        return HTTPRoute(
            way: way,
            trust: isTLS && files?.ca == nil
                ? try await wait(for: library.trust, in: time) : nil,
            tls: try await contents(of: files, in: time)
        )
    }

    /// Looks a name up as all other bodies do: a silent name server holds up only its own tries.
    private func lookUp(_ place: HostAndPort, in time: TryTime) async throws -> String? {
        do {
            // libcurl reads no zone: of an address of one link only, it looks the name up itself.
            let addresses = try await names.addresses(of: place, in: time).compactMap(\.numeric)
                .filter { !$0.contains("%") }
            // A host that is an address needs no other.
            if place.host.isIPv6 || addresses.isEmpty || addresses == [place.host.name] {
                return nil
            }
            return "\(place):" + addresses.joined(separator: ",")
        } catch let failure as LookupFailure {
            throw RequestFailure.reason(failure.reason, isShortage: failure.isShortage)
        } catch is CancellationError {
            throw RequestFailure.cancelled(.lookingUp)
        }
    }
}

extension SocketAddress {
    /// The address in digits, without the port; `nil` if it has none.
    fileprivate var numeric: String? {
        withPointer { address, length in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
                guard let start = text.baseAddress else { return nil }
                let size = socklen_t(text.count)
                let code = getnameinfo(address, length, start, size, nil, 0, NI_NUMERICHOST)
                return code == 0 ? String(cString: start) : nil
            }
        }
    }
}
