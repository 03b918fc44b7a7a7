/// A command that was written as one argument.
package enum CommandWords {
    /// The advice on a program's name with spaces, which probably are several arguments: `a list
    /// has one argument an item: [echo, hi]`; `nil` for a name without spaces, or of more than 200
    /// bytes.
    package static func advice(on name: String) -> String? {
        let words = name.split(separator: " ")
        guard words.count > 1, name.utf8.count <= 200 else { return nil }
        return "a list has one argument an item: [\(words.joined(separator: ", "))]"
    }
}
