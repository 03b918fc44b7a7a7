/// The name of a launch of the history: its identity, the beginning of that, or a number counted back.
package enum LaunchName: Hashable, Sendable {
    /// The launch that is so many before the present one, or, if none runs, before the last one; 0
    /// is the present or the last one itself.
    case back(Int)
    /// The identity of the launch, or its beginning.
    case beginning(String)

    /// Reads a name as people write it: `-1`, `0`, `8b383ac3`.
    package init(_ text: String) {
        if let number = Int(text), number <= 0, text.utf8.count <= 10 {
            self = .back(-number)
        } else {
            self = .beginning(text)
        }
    }

    /// The name as people write it.
    package var text: String {
        switch self {
        case .back(let number): number == 0 ? "0" : "-\(number)"
        case .beginning(let text): text
        }
    }
}

/// A launch that cannot be found by its name.
package enum LaunchNotFound: Error, Hashable, Sendable {
    /// The history has fewer launches.
    case tooFew(Int, kept: Int)
    /// No identity begins with the text.
    case none(String)
    /// Several identities begin with the text: the first of them, at most 8.
    case several(String, [String])
}

extension LaunchNotFound: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooFew(let number, let kept):
            "there is no launch -\(number): the history has \(kept) before the present one; "
                + "'slipway history' lists them"
        case .none(let text):
            "no launch of the history has an identity that begins with '\(text)'; 'slipway "
                + "history' lists them"
        case .several(let text, let ids):
            "several launches have identities that begin with '\(text)': \(ids.joined(separator: ", "))"
        }
    }
}

extension LaunchName {
    /// The identity of the launch that is meant.
    ///
    /// - Parameter identities: The identities of the launches of the history, the last one first;
    ///   the present launch is one of them.
    /// - Returns: One of `identities`.
    /// - Throws: No launch has the name, or several have.
    package func find(in identities: [String]) throws(LaunchNotFound) -> String {
        switch self {
        case .back(let number):
            guard number < identities.count else {
                throw .tooFew(number, kept: max(0, identities.count - 1))
            }
            return identities[number]
        case .beginning(let text):
            let found = identities.filter { $0.hasPrefix(text) }
            guard let first = found.first else { throw .none(text) }
            guard found.count == 1 || found.contains(text) else {
                throw .several(text, Array(found.prefix(8)))
            }
            return found.count == 1 ? first : text
        }
    }
}
