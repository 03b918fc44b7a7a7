/// A command line that a shell completes, up to the cursor.
struct CompletionLine: Hashable {
    /// The words before the one under the cursor, the program first.
    let words: [String]
    /// The word under the cursor, up to the cursor.
    let current: String
    /// The beginning of ``current`` that the shell has already, and that candidates have to leave
    /// out.
    let given: String

    /// Takes the words that a shell gives.
    ///
    /// - Parameters:
    ///   - words: All words, the program first.
    ///   - index: The position of the word under the cursor.
    ///   - prefix: The word under the cursor, up to the cursor.
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
        // Bash takes the last sign, and all before it, for other words.
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

    /// The words after the subcommand that are neither options nor values of options.
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
