/// The two kinds of edge.
public enum DependencyKind: String, Hashable, Sendable {
    /// Runs only when the other succeeded or is degraded.
    case requires
    /// Runs once the other has ended, however.
    case after
}
