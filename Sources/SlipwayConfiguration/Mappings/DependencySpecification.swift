package import Slipway

/// An operation that another one, or an action, depends on.
package struct DependencySpecification: Hashable, Sendable {
    /// The operation depended on.
    package var name: String
    /// The position of the reference.
    package var origin: Origin

    /// Names an operation.
    package init(name: String, origin: Origin) {
        self.name = name
        self.origin = origin
    }
}
