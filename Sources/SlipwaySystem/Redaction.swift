/// Hides secrets in what others may read, such as the output of a program that repeats its password.
///
/// A secret is found where it stands as it is; one of several lines, line by line. What was encoded, or
/// cut, is not found: it is the last of several defences.
package struct Redaction: Hashable, Sendable {
    /// The fewest bytes of a text that is hidden: shorter ones are in ordinary words, too.
    package static let shortest = 8
    /// Stands in the place of a secret.
    private static let mark = Array("***".utf8)

    /// The lines of the secrets, the longest first: one may be a part of another.
    private let secrets: [[UInt8]]

    /// Hides some texts.
    package init(of texts: some Sequence<String> = []) {
        let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        secrets = Set(texts.flatMap { $0.utf8.split(whereSeparator: isEnd).map(Array.init) })
            .filter { $0.count >= Self.shortest }
            .sorted { ($1.count, $0.first ?? 0) < ($0.count, $1.first ?? 0) }
    }

    /// The bytes with each secret hidden.
    package func hidden(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        for secret in secrets {
            var end = bytes.startIndex
            while let start = Self.place(of: secret, in: bytes[end...]) {
                bytes.replaceSubrange(start..<(start + secret.count), with: Self.mark)
                end = start + Self.mark.count
            }
        }
        return bytes
    }

    /// The text with each secret hidden.
    package func hidden(in text: String) -> String {
        secrets.isEmpty ? text : String(decoding: hidden(in: Array(text.utf8)[...]), as: UTF8.self)
    }

    private static func place(of secret: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        while let start = rest.firstIndex(of: secret[0]) {
            rest = rest[start...]
            if rest.starts(with: secret) { return start }
            rest = rest.dropFirst()
        }
        return nil
    }
}
