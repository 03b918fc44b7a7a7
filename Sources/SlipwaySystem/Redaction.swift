/// Hides secrets in what others may read, such as the output of a program that repeats its password.
///
/// A secret is found where it stands as it is, in Base64 at each of its three alignments (so within the credentials of
/// `Basic`), and escaped as in JSON or in a URL; one of several lines, line by line. What was encoded otherwise, or
/// cut, is not found: it is the last of several defences.
package struct Redaction: Hashable, Sendable {
    /// The fewest bytes of a text that is hidden: shorter ones are in ordinary words, too.
    package static let shortest = 8
    /// The bytes that are shown instead of a secret.
    private static let mark = Array("***".utf8)

    /// The lines of the secrets, and their forms in Base64.
    private let texts: TextSearch
    /// The lines that JSON or a URL has in another form.
    private let escaped: EscapeSearch

    /// Hides some texts.
    package init(of texts: [String] = []) {
        // Nearly every start has none.
        let secrets = texts.isEmpty ? [] : Self.secrets(in: texts)
        self.texts = TextSearch(for: secrets + secrets.flatMap(Base64Forms.forms))
        escaped = EscapeSearch(for: secrets)
    }

    /// The lines that are long enough, each once.
    private static func secrets(in texts: [String]) -> [[UInt8]] {
        let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return Set(texts.flatMap { $0.utf8.split(whereSeparator: isEnd).map(Array.init) })
            .filter { $0.count >= shortest }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The bytes with each secret hidden.
    package func hidden(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !texts.isEmpty else { return bytes }
        let found = bytes.withUnsafeBufferPointer { bytes in
            texts.places(in: bytes) + escaped.places(in: bytes)
        }
        guard !found.isEmpty else { return bytes }
        // If secrets overlap, all that belongs to one of them is hidden.
        var shown = ArraySlice<UInt8>()
        var end = 0
        for place in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if place.lowerBound >= end {
                shown += bytes.dropFirst(end).prefix(place.lowerBound - end)
                shown += Self.mark
            }
            end = max(end, place.upperBound)
        }
        return shown + bytes.dropFirst(end)
    }

    /// The text with each secret hidden.
    package func hidden(in text: String) -> String {
        texts.isEmpty ? text : String(decoding: hidden(in: Array(text.utf8)[...]), as: UTF8.self)
    }
}
