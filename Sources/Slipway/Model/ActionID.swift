/// The identity of a launch action: text without spaces, unique over all launches.
public struct ActionID: Hashable, Sendable, CustomStringConvertible {
    /// The identity as text.
    public let description: String

    /// Takes an existing identity, for example from a store.
    public init(_ text: String) {
        description = text
    }
}
