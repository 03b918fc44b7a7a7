/// A command line that a shell completes: what stands on it already.
struct CompletionLine: Hashable {
    /// The words of the line, the program first.
    let words: [String]
    /// The word under the cursor, up to it.
    let current: String
    /// The beginning of ``current`` that the shell takes as given, and wants back without.
    let given: String

    /// Takes the words that a shell gives.
    ///
    /// - Parameters:
    ///   - words: All words, the program first.
    ///   - index: The place of the word under the cursor.
    ///   - prefix: That word up to the cursor.
    ///   - partsAtSigns: Whether `=` and `:` are words of their own, as bash has them.
    init(_ words: [String], at index: Int, prefix: String, partsAtSigns: Bool = false) {
        let before = Array(words.prefix(max(index, 0)))
        let last = partsAtSigns && Self.isSigns(prefix) ? prefix : String(prefix)
        guard partsAtSigns else {
            self.words = before
            current = last
            given = ""
            return
        }
        var joined: [String] = []
        var isOpen = false
        for word in before + [last] {
            if let end = joined.last, isOpen || (Self.isSigns(word) && !end.hasPrefix("-")) {
                joined[joined.count - 1] = end + word
            } else {
                joined.append(word)
            }
            // An option's '=' leads to its value as a blank does.
            isOpen = Self.isSigns(word) && !(joined.last?.hasPrefix("-") ?? false)
        }
        let whole = joined.last ?? ""
        current = whole
        self.words = joined.dropLast()
        // The last sign, and all before it, are other words to bash.
        given = whole.lastIndex { "=:".contains($0) }.map { String(whole[...$0]) } ?? ""
    }

    /// The value of an option that was given before: `--app`.
    func value(of option: String) -> String? {
        for (index, word) in words.enumerated().reversed() {
            if word == option {
                let rest = words.dropFirst(index + 1).drop { $0 == "=" }
                if let value = rest.first { return value }
            }
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }

    /// The words behind the subcommand that are neither options nor values of such as take one.
    func positional(optionsWithValues: Set<String>) -> [String] {
        var found: [String] = []
        var isValue = false
        for word in words.dropFirst() {
            if isValue {
                if word != "=" { isValue = false }
            } else if word.hasPrefix("--"), optionsWithValues.contains(word) {
                isValue = true
            } else if !word.hasPrefix("-") {
                found.append(word)
            }
        }
        return Array(found.dropFirst())
    }

    private static func isSigns(_ word: String) -> Bool {
        !word.isEmpty && word.allSatisfy { $0 == "=" || $0 == ":" }
    }
}
