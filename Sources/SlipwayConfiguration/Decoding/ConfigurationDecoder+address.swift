internal import Slipway

extension ConfigurationDecoder {
    /// A URL that can be requested.
    ///
    /// The values of its references are checked once they are filled in; a fault that does not
    /// depend on them is a fault of the file.
    mutating func url(_ field: Field) -> Template? {
        let expected = "a URL, such as https://example.org/"
        guard let url = template(field, expected: expected) else { return nil }
        let (origin, rest) = url.urlParts
        for (reference, place) in references(of: url, in: field).prefix(origin.references.count)
        where reference.isPayload {
            report(
                "\(reference): \(ValueReference.payloadInAddress); put it behind a '/' or '?' of the "
                    + "URL, or write ${env.NAME}",
                at: place,
                field.path
            )
        }
        if let fault = Self.fault(ofURL: origin, rest) {
            report("\(fault)", at: field.node.origin, field.path)
        }
        return url
    }

    /// `HOST:PORT`, for `wait`.
    mutating func hostAndPort(_ field: Field) -> Template? {
        guard let address = template(field, expected: "HOST:PORT") else { return nil }
        for (reference, place) in references(of: address, in: field) where reference.isPayload {
            report(
                "\(reference): \(ValueReference.payloadInAddress); write HOST:PORT or ${env.NAME}",
                at: place,
                field.path
            )
        }
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
