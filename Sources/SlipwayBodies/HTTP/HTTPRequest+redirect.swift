internal import Slipway
internal import SlipwayConfiguration

/// Why a redirect is not followed.
enum RedirectFault: Error, Hashable {
    case url(URLFault)
    case insecure
    case socket
    case body(to: String)
    case tooMany(Int)
    case circle
}

extension RedirectFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .url(let fault): "it redirects to a URL that \(fault.reason)"
        case .insecure: "it redirects from https to http, where anyone could read along"
        case .socket: "it redirects to a Unix socket, which only a configuration names"
        case .body(let origin):
            "it redirects a POST with its body to another origin; if \(origin) is to have it, "
                + "request that"
        case .tooMany(let limit): "more than \(counted(limit, "redirect"))"
        case .circle: "it redirects in a circle"
        }
    }
}

extension HTTPRequest {
    /// The statuses with a `Location` to go on to.
    static func isRedirect(_ code: Int) -> Bool { [301, 302, 303, 307, 308].contains(code) }

    /// The request that a redirect leads to.
    ///
    /// 301, 302 and 303 make a POST a GET, as browsers do; 307 and 308 repeat it. Configured
    /// headers, a body and a client's certificate never leave their origin; the authorities that
    /// vouch for the first server have to vouch for all.
    func redirected(_ code: Int, to location: String) throws(RedirectFault) -> HTTPRequest {
        var next = self
        do throws(URLFault) {
            next.url = try url.resolving(location)
        } catch {
            throw .url(error)
        }
        // The redirect's URL may repeat the secret of the first.
        if nameOfURL != nil { next.nameOfURL = "\(next.url.origin)/…" }
        if ![307, 308].contains(code) {
            next.method = .get
            next.body = nil
        }
        guard next.url.origin != url.origin else { return next }
        if next.url.origin.scheme == .unix { throw .socket }
        if url.origin.scheme == .https, next.url.origin.scheme != .https { throw .insecure }
        if next.body != nil { throw .body(to: next.url.origin.description) }
        next.headers = [:]
        next.tls?.certificate = nil
        return next
    }
}
