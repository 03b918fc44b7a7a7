/// A mapping of the configuration with a fixed set of keys.
///
/// ``read(_:)`` declares each key in one call, with its type, its default, its meaning and an example.
/// Run on a mapping of a file it reads the keys; run without one it describes them, for the schema, the
/// manual and *did you mean*, or, of an operation, notes their values, for a reload. So a key is declared before
/// anything is returned.
protocol Mapping {
    static var about: MappingText { get }

    /// Reads the keys, and reports what is wrong; `nil` if nothing of it can be used.
    static func read(_ keys: inout Keys) -> Self?
}

/// The words for a mapping as a whole.
struct MappingText {
    /// Its name in the schema's definitions.
    let name: String
    /// The title of its section in the manual.
    let title: String
    /// Its meaning, in one paragraph that is a description in the schema too.
    let summary: String
    /// Further paragraphs of the manual, in Markdown.
    var manual = ""
    /// Keys of later versions; messages refuse them by name.
    var later: [String] = []
    /// The keys that are meant by words that others have for them.
    var renamed: [String: String] = [:]
    /// Keys that only other mappings have, with the reasons.
    var elsewhere: [String: String] = [:]
    /// Keys of other tools.
    var foreign = ForeignKeys.none
}
