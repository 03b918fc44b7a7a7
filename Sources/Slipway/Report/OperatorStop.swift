/// An operator's stop of a program: it lasts, over reloads too, until an operator starts the program or the service
/// starts anew.
public struct OperatorStop: Hashable, Sendable {
    /// The operator's user.
    public var uid: UInt32
    /// The user's name; `nil` if it was not looked up, or is not known.
    public var user: String?
    /// When the stop was asked for.
    public var at: Instant

    /// Describes a stop.
    public init(uid: UInt32, user: String? = nil, at: Instant) {
        self.uid = uid
        self.user = user
        self.at = at
    }

    /// `by user 1000 (ann)`.
    package var words: String { "by user \(uid)" + (user.map { " (\($0))" } ?? "") }
}
