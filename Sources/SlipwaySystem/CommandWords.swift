/// A command that was written as one word.
package enum CommandWords {
    /// `[echo, hi] are two words`: what was probably meant by the name of a program that is not
    /// there; `nil` if it has no spaces.
    package static func advice(on name: String) -> String? {
        let words = name.split(separator: " ")
        guard words.count > 1, name.utf8.count <= 200 else { return nil }
        return "a list has one word an item: [\(words.joined(separator: ", "))]"
    }
}
