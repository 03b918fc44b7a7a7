internal import SlipwayConfiguration

/// The promises for every accepted URL.
enum URLCheck {
    static func check(_ url: RequestURL) throws(Broken) {
        guard (try? RequestURL(parsing: url.text)) == url else {
            throw Broken("another URL when it is read again")
        }
        guard url.text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw Broken("a URL is not ASCII alone")
        }
        guard url.text.hasPrefix("\(url.origin)/"), url.text.utf8.count <= 3 * RequestURL.longest
        else { throw Broken("a URL is not behind its origin, or too long") }
    }

    /// Whatever the value is, the URL leads to the server of its template.
    static func check(_ url: RequestURL, isOf start: String) throws(Broken) {
        guard let written = try? RequestURL(parsing: start) else { return }
        guard url.origin == written.origin, url.path.hasPrefix(written.path) else {
            throw Broken("a value changed where a request goes: \(url.shown)")
        }
    }
}
