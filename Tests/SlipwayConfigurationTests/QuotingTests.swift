import SlipwayConfiguration
import Testing

struct QuotingTests {
    @Test func textIsShownOnOneLineAndShort() {
        #expect(Quoting.quoted("a\n\u{1B}[31m\u{202E}") == "'a\\n\\u{1B}[31m\\u{202E}'")
        #expect(Quoting.shown("abc", limit: 3) == "abc")
        #expect(Quoting.shown("abcd", limit: 3) == "abc…")
        #expect(Quoting.shown(String(repeating: "\r\n", count: 40)).hasSuffix("\\r\\n…"))
    }
}
