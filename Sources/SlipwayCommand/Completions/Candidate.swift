internal import ArgumentParser
internal import Slipway

/// A word that a shell may complete to, and what it means.
struct Candidate: Hashable {
    let word: String
    var words = ""

    init(_ word: String, _ words: String = "") {
        self.word = word
        self.words = words
    }

    /// The word as a shell takes it.
    ///
    /// The candidates come from a service. Bash expands what it is given, so that a candidate with
    /// a dollar sign could run a command; one with blanks or quotes would be several words.
    ///
    /// - Parameters:
    ///   - shell: The shell; `nil` for one that takes words as they are.
    ///   - given: The beginning of the word that the shell wants to have left out.
    /// - Returns: The text; `nil` for a word that no shell may get.
    func text(for shell: CompletionShell?, without given: String) -> String? {
        guard word.hasPrefix(given), word.unicodeScalars.allSatisfy(Self.isHarmless) else {
            return nil
        }
        let rest = String(word.dropFirst(given.count))
        let words = String(words.printable.map { $0.isNewline || $0 == "\t" ? " " : $0 }.prefix(80))
        switch shell {
        case .zsh:
            let escaped = rest.replacing(":", with: "\\:")
            return words.isEmpty ? escaped : "\(escaped):\(words)"
        case .fish: return words.isEmpty ? rest : "\(rest)\t\(words)"
        default: return rest
        }
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "_-.,:/@%+=~".unicodeScalars.contains(scalar)
    }
}
