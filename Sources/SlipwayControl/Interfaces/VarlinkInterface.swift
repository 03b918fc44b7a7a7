/// An interface of a service: its name and its definition, with comments.
package struct VarlinkInterface: Hashable, Sendable {
    /// The name, as in the `interface` line of ``description``.
    package let name: String
    /// The interface definition.
    package let description: String
    /// The names of the methods, in the order of ``description``.
    package let methods: [String]
    /// The methods that change nothing.
    package let observing: [String]

    /// Creates an interface; `methods` are those that `description` declares.
    package init(
        _ name: String,
        methods: [String],
        observing: [String] = [],
        description: String
    ) {
        self.name = name
        self.methods = methods
        self.observing = observing
        self.description = description
    }
}
