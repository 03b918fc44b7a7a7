/// The words for a name that is none of those that are accepted.
package enum UnknownName {
    /// Why the key of a payload is refused: with the nearest one that is accepted, or all of them.
    package static func ofParameter(_ key: String, among names: [String]) -> String {
        "is not a parameter; " + advice(key, names)
    }

    private static func advice(_ key: String, _ names: [String]) -> String {
        guard !names.isEmpty else { return "this action has none" }
        return NearestName.of(key, among: names).map { "did you mean '\($0)'?" }
            ?? "accepted are \(alternatives(names))"
    }

    /// `a`, `a or b`, `a, b or c`; of a long list the first ones and a count.
    package static func alternatives(_ words: [String], limit: Int = 30) -> String {
        let most = words.count > limit ? limit - 1 : words.count
        let shown = words[..<most] + (words.count > most ? ["\(words.count - most) others"] : [])
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " or " + last
    }
}
