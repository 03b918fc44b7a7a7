internal import Slipway
internal import SlipwayConfiguration

/// Why a redirect is not followed, with the target as messages name it.
enum RedirectFault: Error, Hashable {
    case url(URLFault)
    case insecure(to: String)
    case socket(to: String)
    case body(of: HTTPSpecification.Method, to: String)
    case tooMany(Int, to: String)
    case circle(to: String)
}

extension RedirectFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .url(let fault): "it redirects to a URL that \(fault.reason)"
        case .insecure(let target):
            "it redirects from https to \(target), where anyone could read along"
        case .socket(let target):
            "it redirects to a Unix socket (\(target)), which only a configuration names"
        case .body(let method, let target):
            "it redirects a \(method.rawValue) with its body to another origin; if \(target) is to have it, "
                + "request that"
        case .tooMany(let limit, let target):
            "more than \(counted(limit, "redirect")), the next to \(target)"
        case .circle(let target): "it redirects in a circle, to \(target)"
        }
    }
}

extension HTTPRequest {
    /// The URL in messages.
    var target: String { nameOfURL ?? url.shown }

    /// The URL, in messages, that a redirect leads to; `nil` if it is none.
    func target(of location: String) -> String? {
        guard let next = try? url.resolving(location) else { return nil }
        return nameOfURL == nil ? next.shown : "\(next.origin)/…"
    }

    /// The request that a redirect leads to.
    ///
    /// Methods become others as in browsers (``isMadeGET(by:)``); with 307 and 308 the method
    /// stays. Configured headers, a body and a client's certificate never leave their origin; the
    /// authorities that vouch for the first server have to vouch for all.
    func redirected(_ code: Int, to location: String) throws(RedirectFault) -> HTTPRequest {
        var next = self
        do throws(URLFault) {
            next.url = try url.resolving(location)
        } catch {
            throw .url(error)
        }
        // The redirect's URL may repeat the secret of the first.
        if nameOfURL != nil { next.nameOfURL = "\(next.url.origin)/…" }
        if isMadeGET(by: code) {
            next.method = .get
            next.body = nil
            // Headers such as `Content-Type` are about the body, which is gone.
            next.headers = headers.filter { !$0.key.text.lowercased().hasPrefix("content-") }
        }
        guard next.url.origin != url.origin else { return next }
        if next.url.origin.scheme == .unix { throw .socket(to: next.target) }
        if url.origin.scheme == .https, next.url.origin.scheme != .https {
            throw .insecure(to: next.target)
        }
        if next.body != nil { throw .body(of: method, to: next.target) }
        next.headers = [:]
        next.tls?.certificate = nil
        return next
    }

    /// A redirect turns the request into a GET: 303 all but a HEAD, 301 and 302 a POST alone.
    private func isMadeGET(by code: Int) -> Bool {
        switch code {
        case 301, 302: method == .post
        case 303: method.takesBody
        default: false
        }
    }
}
