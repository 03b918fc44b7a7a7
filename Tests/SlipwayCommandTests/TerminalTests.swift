import SlipwayCommand
import SlipwayJSON
import Testing

/// A text that comes from elsewhere cannot steer the terminal.
struct TerminalTests {
    @Test(arguments: [[], ["--json"]])
    func jsonIsTheSameValueWithoutControlCharacters(arguments: [String]) throws {
        let value: JSON = ["a": "\u{1B}\u{9B}31m\u{7F}\u{202E}é", "b": [1]]
        let daemon = try StubDaemon(["X": .replies([value.objectValue ?? [:]])])
        let ran = try CapturedOutput.run(["call", "X", "--socket", daemon.path] + arguments)
        #expect(ran.output.contains(#""\u001b\u009b31m\u007f\u202eé""#), "\(ran.output)")
        #expect(try JSON(parsing: ran.output) == value)
    }

    /// A desktop entry may have them from a page.
    @Test func argumentsAreShownWithoutControlCharacters() throws {
        let ran = try CapturedOutput.run(["status", "\u{1B}[31mred"])
        #expect(ran.exitCode == 64)
        #expect(ran.errors.contains("'\\u{1B}[31mred'"), "\(ran.errors)")
    }
}
