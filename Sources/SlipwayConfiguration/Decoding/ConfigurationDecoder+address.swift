internal import Slipway
internal import SlipwaySystem

extension ConfigurationDecoder {
    /// A path from the root; one that begins with a reference is accepted unchecked.
    func absolutePath(_ field: Field, _ use: TextUse = .path) -> Template? {
        guard let path = template(field, use, expected: "an absolute path") else { return nil }
        let isEmpty = path.segments.isEmpty
        if isEmpty || !(path.literalPrefix.isEmpty || path.literalPrefix.hasPrefix("/")) {
            reject(field, expected: "an absolute path")
        }
        return path
    }

    /// The path of a Unix socket, which must fit its address.
    func socketPath(_ field: Field) -> Template? {
        guard let path = absolutePath(field) else { return nil }
        checkLength(ofSocket: path, field)
        return path
    }

    /// Reports the path of a Unix socket if its literal text alone is too long: whatever is filled
    /// in, no socket can have it.
    func checkLength(ofSocket path: Template, _ field: Field) {
        let count = path.segments.reduce(0) { count, segment in
            guard case .literal(let text) = segment else { return count }
            return count + text.utf8.count
        }
        guard count > SocketAddress.longestPath else { return }
        report(
            "has \(path.literal == nil ? "at least " : "")\(count) bytes; the path of a Unix socket has "
                + "at most \(SocketAddress.longestPath)",
            at: field.node.origin,
            field.path
        )
    }

    /// A URL that can be requested.
    ///
    /// The values of its references are checked once they are filled in; a fault that does not
    /// depend on them is a fault of the file.
    func url(_ field: Field) -> Template? {
        let expected = "a URL, such as https://example.org/"
        guard let url = template(field, .address, expected: expected) else { return nil }
        let (origin, rest) = url.urlParts
        refuse(
            \.isPayload,
            in: url,
            first: origin.references.count,
            field,
            "\(ValueReference.payloadInAddress); put it behind a '/' or '?' of the URL, or write "
                + "${env.NAME}"
        )
        if let fault = Self.fault(ofURL: origin, rest) {
            report("\(fault)", at: field.node.origin, field.path)
        }
        return url
    }

    /// `HOST:PORT`, for `wait`.
    func hostAndPort(_ field: Field) -> Template? {
        guard let address = template(field, .address, expected: "HOST:PORT") else { return nil }
        refuse(
            \.isPayload,
            in: address,
            field,
            "\(ValueReference.payloadInAddress); write HOST:PORT or ${env.NAME}"
        )
        if let text = address.literal {
            guard PortNumber.read(text[...]) == nil else {
                reject(field, expected: "HOST:PORT, such as localhost:\(text)")
                return address
            }
            do throws(HostAndPortFault) {
                _ = try HostAndPort(parsing: text)
            } catch {
                report("\(error)", at: field.node.origin, field.path)
            }
        }
        return address
    }

    /// The fault of a URL that does not depend on its references.
    private static func fault(ofURL origin: Template, _ rest: Template) -> URLFault? {
        // A value behind the host is percent-encoded, so a letter stands in for it.
        let end = rest.segments.map { segment in
            if case .literal(let text) = segment { text } else { "x" }
        }.joined()
        do throws(URLFault) {
            guard let start = origin.literal else {
                try check(unfinished: origin)
                // Any host will do here.
                _ = try RequestURL(parsing: "http://x" + end)
                return nil
            }
            _ = try RequestURL(parsing: start)
            _ = try RequestURL(parsing: start + end)
            return nil
        } catch {
            return error
        }
    }

    /// Checks an origin that contains references.
    private static func check(unfinished origin: Template) throws(URLFault) {
        let prefix = origin.literalPrefix.lowercased()
        let isPossible = RequestURL.Scheme.allCases.map { "\($0.rawValue)://" }
            .contains { prefix.hasPrefix($0) || $0.hasPrefix(prefix) }
        guard isPossible else { throw prefix.contains("://") ? .scheme : .incomplete }
        for case .literal(let text) in origin.segments {
            guard !text.utf8.contains(UInt8(ascii: "@")) else { throw .credentials }
            try URLText.check(text.filter { $0 != "[" && $0 != "]" })
        }
    }
}
