import SlipwayPictures
import Testing

/// Texts as scalars of YAML.
struct YAMLScalarTests {
    @Test(arguments: ["web", "feature-toggles", "_x", "/usr/bin/web", "--fast", "a.b+c=d@e"])
    func whatCanOnlyBeATextHasNoQuotes(text: String) {
        #expect(YAMLScalar.text(text) == text)
    }

    @Test(arguments: [
        ("yes", "\"yes\""), ("N", "\"N\""), ("1", "\"1\""), ("", "\"\""), ("-", "\"-\""),
        ("a b", "\"a b\""), ("a: b", "\"a: b\""), ("say \"hi\"", "\"say \\\"hi\\\"\""),
        ("C:\\web", "\"C:\\\\web\""), ("a\tb\n", "\"a\\tb\\n\""), ("\u{1B}[0m", "\"\\u001b[0m\""),
        ("ü", "\"ü\""),
    ])
    func allElseIsQuotedAndEscaped(text: String, scalar: String) {
        #expect(YAMLScalar.text(text) == scalar)
    }

    @Test func aListIsOnOneLine() {
        #expect(YAMLScalar.list(["a", "b c"]) == "[a, \"b c\"]")
        #expect(YAMLScalar.list([]) == "[]")
    }
}
