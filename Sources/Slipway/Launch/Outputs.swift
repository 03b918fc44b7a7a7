/// The values of operations, by node.
///
/// Most operations return `()`, for which nothing is kept: a launch without any other value has no
/// table to fill and to empty.
struct Outputs: ~Copyable, Sendable {
    /// `nil` for those without a value, or none yet.
    private var values = Table<AnyOutput?>()

    /// The value of a node; `nil` also stands for `()`.
    subscript(node: Int) -> AnyOutput? { node < values.count ? values[node] : nil }

    /// Keeps the value of a node.
    mutating func keep(_ value: AnyOutput, of node: Int) {
        if values.count <= node { values.extend(to: max(node + 1, 2 * values.count), with: nil) }
        values[node] = value
    }
}
