/// The version of this build: of both programs, of the control socket, and of the HTTP client.
package enum Version {
    /// A semantic version: major, minor, patch.
    package static let current = "0.1.0"

    /// The words by which a program that embeds the library tells its version.
    package static let words = "\(library) \(current)"
    private static let library = "Slipway"

    /// The version of Slipway in the text that a service tells: what follows the library's name, or
    /// the whole text.
    package static func ofSlipway(in text: String) -> String {
        let parts = text.split(separator: " ")
        let mark = parts.firstIndex { $0 == library || $0 == "(\(library)" }
        guard let mark, mark + 1 < parts.count else { return text }
        return String(parts[mark + 1].prefix { $0 != ")" })
    }

    /// Tells whether a version came before another one, as semantic versions are ordered: by its numbers, of which
    /// absent ones are 0, and a pre-release before its version.
    ///
    /// - Returns: `false`, too, for two versions that are written differently and have the same
    ///   position.
    package static func isOlder(_ version: String, than other: String) -> Bool {
        let (place, otherPlace) = (Place(version), Place(other))
        if place.numbers != otherPlace.numbers {
            return place.numbers.lexicographicallyPrecedes(otherPlace.numbers)
        }
        guard let release = place.preRelease else { return false }
        guard let otherRelease = otherPlace.preRelease else { return true }
        return release.lexicographicallyPrecedes(otherRelease)
    }
}

/// The position of a version among others.
private struct Place {
    /// A part of a pre-release: numbers come before words.
    enum Part: Comparable {
        case number(Int)
        case word(String)
    }

    /// The numbers, without zeros at the end.
    let numbers: [Int]
    /// The parts of the pre-release; `nil` for none.
    let preRelease: [Part]?

    init(_ version: String) {
        // The text behind a plus says how the version was built.
        let parts = version.prefix { $0 != "+" }.split(separator: "-", maxSplits: 1)
        var numbers = (parts.first ?? "").split(separator: ".").map {
            Int($0.prefix { $0.isASCII && $0.isNumber }) ?? 0
        }
        while numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
        preRelease =
            parts.count > 1
            ? parts[1].split(separator: ".").map { part in
                Int(part).map { .number($0) } ?? .word(String(part))
            } : nil
    }
}
