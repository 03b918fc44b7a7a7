import Testing

@testable import SlipwaySystemd

struct StatusLineTests {
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
        #expect(StatusLine.sanitized(text) == line)
    }

    @Test func whatFitsIsKeptWhole() {
        let text = String(repeating: "a", count: StatusLine.maximumLength)
        #expect(StatusLine.sanitized(text) == text)
        #expect(StatusLine.sanitized(text + " \n") == text)
    }

    @Test(arguments: ["a", "é", "€", "🚢", "a b", "\n🚢"])
    func whatIsTooLongIsCutBetweenCharacters(piece: String) {
        for shift in 0..<4 {
            let text = String(repeating: "x", count: shift) + String(repeating: piece, count: 300)
            let line = StatusLine.sanitized(text)
            #expect(line.utf8.count <= StatusLine.maximumLength)
            #expect(line.utf8.count > StatusLine.maximumLength - 8)
            #expect(line.hasSuffix("…"))
            #expect(!line.unicodeScalars.contains("\u{FFFD}"))
        }
    }
}
