import SlipwaySystemd
import Testing

struct StatusLineTests {
    private static let longest = 200

    /// A text as the manager gets it.
    private func line(_ text: String) -> String {
        String(NotifyMessage(status: text).text.dropFirst("STATUS=".count))
    }

    @Test(
        arguments: [
            ("Ready", "Ready"),
            ("", ""),
            ("  two\n\nlines\t here \r\n", "two lines here"),
            ("a\0b\u{1B}[31mc\u{85}d\u{2028}e", "a b [31mc d e"),
            ("READY=1\nSTOPPING=1", "READY=1 STOPPING=1"),
            ("größer als 5 €", "größer als 5 €"),
        ]
    )
    func isOneLine(text: String, line: String) {
        #expect(self.line(text) == line)
    }

    @Test func whatFitsIsKeptWhole() {
        let text = String(repeating: "a", count: Self.longest)
        #expect(line(text) == text)
        #expect(line(text + " \n") == text)
    }

    @Test(arguments: ["a", "é", "€", "🚢", "a b", "\n🚢"])
    func whatIsTooLongIsCutBetweenCharacters(piece: String) {
        for shift in 0..<4 {
            let text = String(repeating: "x", count: shift) + String(repeating: piece, count: 300)
            let line = self.line(text)
            #expect(line.utf8.count <= Self.longest)
            #expect(line.utf8.count > Self.longest - 8)
            #expect(line.hasSuffix("…"))
            #expect(!line.unicodeScalars.contains("\u{FFFD}"))
        }
    }
}
