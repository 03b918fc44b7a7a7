import Slipway
import Testing

struct PrintableTests {
    @Test(
        arguments: [
            ("plain-name", "plain-name"),
            ("größe ✓ 日本", "größe ✓ 日本"),
            ("a\nb\tc\r", "a\\nb\\tc\\r"),
            ("\u{1B}[2J\u{7F}\u{9B}", "\\u{1B}[2J\\u{7F}\\u{9B}"),
            ("evil\u{202E}txt\u{2028}", "evil\\u{202E}txt\\u{2028}"),
            ("", ""),
        ]
    )
    func writesOutWhatATerminalWouldObey(text: String, printable: String) {
        #expect(text.printable == printable)
    }
}
