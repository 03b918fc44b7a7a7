import Foundation
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// Texts that are almost URLs.
struct RandomURLTests {
    private static let pieces = [
        "http", "https", "http+unix", "ftp", ":", "//", "/", "?", "#", "@", "[", "]", "%", "%2F",
        "%00", "%2e", ".", "..", "::1", "127.0.0.1", "1", "80", "65535", "65536", "h", "example",
        "-", "_", "é", " ", "\u{0}", "\r\n", "\\", "{", "'", "xn--", "0x7f", "+", "&", "=",
        "\u{202E}", "http://h", "http://", "https://a.b:1/", "http+unix://%2Frun%2Fx",
    ]

    private static func text(_ generator: inout SeededGenerator) -> String {
        let start = Bool.random(using: &generator) ? "http://" : ""
        return (0..<Int.random(in: 0...9, using: &generator))
            .reduce(into: start) { text, _ in
                text += pieces.randomElement(using: &generator) ?? ""
            }
    }

    private static let rounds = 10_000

    /// It has no meaning in a URL, except that of an escape.
    private static func isHarmless(_ character: Character) -> Bool {
        character.isASCII
            && (character.isLetter || character.isNumber || "-._~%".contains(character))
    }

    /// Calls `check` with texts; it returns the broken promise.
    private func forEach(seed: UInt64, _ check: (String) -> String?) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.rounds {
            let text = Self.text(&generator)
            if let broken = check(text) { Issue.record("\(broken): \(text.debugDescription)") }
        }
    }

    @Test func whateverIsAcceptedIsWhatItSays() {
        var accepted = 0
        forEach(seed: 11) { text in
            guard let url = try? RequestURL(parsing: text) else { return nil }
            accepted += 1
            if (try? RequestURL(parsing: url.text)) != url { return "another URL when read again" }
            if !url.text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) { return "not only ASCII" }
            return url.text.hasPrefix("\(url.origin)/") ? nil : "not its origin"
        }
        #expect(accepted > Self.rounds / 50)
    }

    @Test func whereverAServerPointsTheAnswerIsAURLOrAFault() throws {
        let url = try RequestURL(parsing: "https://h/a/b?c")
        var accepted = 0
        forEach(seed: 12) { location in
            guard let target = try? url.resolving(location) else { return nil }
            accepted += 1
            if (try? RequestURL(parsing: target.text)) != target { return "not a URL" }
            let segments = target.path.lowercased().replacing("%2e", with: ".").split(
                separator: "/"
            )
            return segments.contains { $0 == "." || $0 == ".." } ? "dots are left" : nil
        }
        #expect(accepted > Self.rounds / 50)
    }

    @Test func noValueChangesMoreThanItsPartOfAPathOrQuery() {
        let template = Template("http://h:1/a/${payload.x}/b?c=${payload.x}&d")
        forEach(seed: 13) { value in
            let values = TemplateValues(payload: ["x": .string(value)])
            guard let url = try? template.url(values) else {
                let parts = value.utf8.split { "/\\".utf8.contains($0) }
                let hasDots = parts.contains { part in
                    part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8)
                }
                return hasDots || value.utf8.contains(0) ? nil : "refused"
            }
            let parts = url.path.split(separator: "/", omittingEmptySubsequences: false)
            guard url.origin.description == "http://h:1" else { return "another origin" }
            guard parts.count == 4, parts[1] == "a", parts[3] == "b" else { return "another path" }
            guard parts[2].removingPercentEncoding == value, parts[2].allSatisfy(Self.isHarmless)
            else { return "another value" }
            return url.query?.split(separator: "&").count == 2 ? nil : "another query"
        }
    }
}
