import Testing

@testable import SlipwayConfiguration

struct TextPatternBeginningTests {
    @Test(
        arguments: [
            "^[a-z]+$", "^[[:alnum:]_]", "^[]a]x", "^a", "^a+", "^/srv/", "^\\.", "^[a-z]{1,8}$",
            "^[A-Za-z0-9_.]+", "^é",
        ]
    )
    func aDashAtTheBeginningIsExcludedWhereThatIsEasilySeen(source: String) throws {
        let pattern = try TextPattern(source)
        #expect(pattern.excludesLeadingDash)
        for text in ["-", "-a", "--a", "-/srv/", "-.", "-]x", "-é"] {
            #expect(pattern.matches(text) == false, "\(text)")
        }
    }

    @Test(
        arguments: [
            "a", "[a-z]+", "^", "^-", "^a*", "^a?", "^a{0,1}", "^[a-z]*", "^[^a]", "^.", "^(a)",
            "^a|b", "^[a-]", "^[-a]", "^[+-/]", "^[[:punct:]]", "^[[:graph:]]", "^\\-", "^$",
            "^[[.-.]]", "^[[=-=]]", "^[a-z]{0,8}$", "^[a-z]+?", "^[a-z]{1,2}?", "^a+*", "^a{2}{0}",
        ]
    )
    func otherwiseItIsNot(source: String) throws {
        #expect(!(try TextPattern(source).excludesLeadingDash))
    }
}
