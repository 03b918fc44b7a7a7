/// When an operation is due.
public enum Stage: String, CaseIterable, Hashable, Sendable {
    /// Before the launch is ready: the operation gates readiness.
    case launch
    /// Once the launch is ready; its failure degrades the launch and never ends it.
    case background
}
