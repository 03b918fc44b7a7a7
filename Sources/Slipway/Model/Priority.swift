/// The rank of an operation among several ready ones: the highest starts first.
///
/// The *effective* priority counts: the highest of an operation's own, of everything that waits for
/// it, and of waiting launch actions that need it. Among equals the one with the longest remaining
/// path starts first, then the one that was declared first. The kernel's scheduling is not touched.
public struct Priority: Hashable, Comparable, Sendable {
    /// Higher starts earlier.
    public let rawValue: Int8

    /// Creates a priority between the named ones.
    public init(_ rawValue: Int8) {
        self.rawValue = rawValue
    }

    /// Starts when nothing else can: -50.
    public static let low = Priority(-50)
    /// The priority of everything that declares no other: 0.
    public static let normal = Priority(0)
    /// Starts before the others: 50.
    public static let high = Priority(50)

    /// Tells whether `left` starts after `right`.
    public static func < (left: Priority, right: Priority) -> Bool {
        left.rawValue < right.rawValue
    }
}
