import SlipwayUsage
import Testing

struct WrappedLinesTests {
    @Test(
        arguments: [
            ("", []), ("one", ["one"]), ("one two six", ["one two", "six"]),
            ("one fifteen two", ["one", "fifteen", "two"]),
            ("longer-than-that one", ["longer-than-that", "one"]),
        ]
    )
    func aLineHasTheWordsThatFitAndOneAtLeast(text: String, lines: [String]) {
        #expect(WrappedLines.of(text.split(separator: " "), width: 8) == lines)
    }
}
