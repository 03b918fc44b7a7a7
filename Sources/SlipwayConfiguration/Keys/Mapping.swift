/// A mapping of the configuration with a fixed set of keys.
///
/// ``read(_:)`` declares each key in one call, with its type, its default, its meaning and an
/// example. For a mapping of a file the function reads the keys; without a file it describes them,
/// for the schema, the manual and *did you mean*; for an operation it notes their values, which a
/// reload compares. So a key is declared before anything is returned.
protocol Mapping {
    static var about: MappingText { get }

    /// Reads the keys, and reports what is wrong; `nil` if nothing of the mapping can be used.
    static func read(_ keys: inout Keys) -> Self?
}

/// The words for a mapping as a whole.
struct MappingText {
    /// The name of the mapping in the schema's definitions.
    let name: String
    /// The title of the mapping's section in the manual.
    let title: String
    /// The meaning of the mapping, in one paragraph that is a description in the schema too.
    let summary: String
    /// Further paragraphs of the manual, in Markdown.
    var manual = ""
    /// Keys of later versions; messages refuse them by name.
    var later: [String] = []
    /// The keys that are meant by other tools' names for them.
    var renamed: [String: String] = [:]
    /// Keys that only other mappings have, with the reasons.
    var elsewhere: [String: String] = [:]
    /// Keys of other tools.
    var foreign = ForeignKeys.none
}
