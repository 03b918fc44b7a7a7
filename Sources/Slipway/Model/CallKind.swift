/// A part of an operation that is called with a context.
enum CallKind: Sendable {
    case body
    case condition
    case fallback
}
