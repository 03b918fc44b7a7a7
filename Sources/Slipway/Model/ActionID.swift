/// The identity of a launch action: text without spaces, unique over all launches.
public struct ActionID: Hashable, Sendable, CustomStringConvertible {
    /// Many actions may wait: an identity that ``Identity/make()`` made takes no memory of its own.
    private enum Form: Hashable {
        case digits(UInt64, UInt64)
        case text(String)
    }

    private let form: Form

    /// Takes an existing identity, for example from a store.
    public init(_ text: String) {
        form = Identity.bits(of: text).map { .digits($0, $1) } ?? .text(text)
    }

    /// The identity as text.
    public var description: String {
        switch form {
        case .digits(let first, let second): Identity.text(first, second)
        case .text(let text): text
        }
    }
}
