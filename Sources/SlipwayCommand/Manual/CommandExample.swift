/// A command line that a page shows, and a test runs.
struct CommandExample: Hashable, Sendable {
    /// The purpose of the example, in a sentence.
    let words: String
    /// The line, for a shell.
    let line: String

    init(_ words: String, _ line: String) {
        self.words = words
        self.line = line
    }
}
