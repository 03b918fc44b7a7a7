import SlipwayConfiguration
import Testing

struct HeaderNameTests {
    @Test(arguments: ["X", "x-token", "!#$%&'*+-.^_`|~0Z"])
    func acceptsTokens(name: String) {
        #expect(HeaderName(name)?.text == name)
    }

    @Test(arguments: ["", "a b", "a:", "a\r\nb", "é", "a\0", "(a)", "\u{7F}"])
    func refusesTheRest(name: String) {
        #expect(HeaderName(name) == nil)
    }

    @Test(
        arguments: [
            ("", true), ("a\tb é", true), ("a\r\nX: y", false), ("\n", false), ("\0", false),
            ("\u{7F}", false),
        ]
    )
    func aValueIsOneLine(value: String, isAccepted: Bool) {
        #expect(HeaderName.accepts(value: value) == isAccepted)
    }
}
