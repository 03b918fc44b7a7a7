/// How errors name a request: `GET https://api.example.org/me?…`.
func requestName(method: String, url: String) -> String {
    "\(method) \(withoutSecrets(url))"
}

/// The URL without user, password, query and fragment, any of which may be or carry a secret.
private func withoutSecrets(_ url: String) -> String {
    var shown = Substring(url)
    var suffix = ""
    if let end = shown.firstIndex(where: { $0 == "?" || $0 == "#" }) {
        suffix = "\(shown[end])…"
        shown = shown[..<end]
    }
    var scheme: Substring = ""
    if let slashes = shown.range(of: "://") {
        scheme = shown[..<slashes.upperBound]
        shown = shown[slashes.upperBound...]
    }
    let authority = shown.prefix { $0 != "/" }
    if let at = authority.lastIndex(of: "@") { shown = shown[shown.index(after: at)...] }
    return beginning(of: "\(scheme)\(shown)\(suffix)".utf8, limit: 200)
}

extension Substring {
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
