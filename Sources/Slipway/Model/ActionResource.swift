/// A thing that the actions of two launches of a service must not use at the same time, while one
/// launch follows the other.
package enum ActionResource: Hashable, Sendable {
    /// A kind: its actions in one launch do not run beside those in the other.
    case kind(String)
    case lock(Lock)
    /// A queue with a promised width.
    case queue(Queue)
}
