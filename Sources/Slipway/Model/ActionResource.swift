/// A thing that the actions of two launches of a service must not use at the same time, while one of them takes
/// the place of the other.
package enum ActionResource: Hashable, Sendable {
    /// The turn of the actions of a kind.
    case kind(String)
    case lock(Lock)
    /// A queue with a promised width.
    case queue(Queue)
}
