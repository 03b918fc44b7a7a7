/// What is called for an operation with a context.
enum CallKind: Sendable {
    case body
    case condition
    case fallback
}
