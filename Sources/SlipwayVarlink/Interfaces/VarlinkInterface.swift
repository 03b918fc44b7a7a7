/// An interface of a service: its name and its definition, with comments.
package struct VarlinkInterface: Sendable {
    /// The name, as in the `interface` line of ``description``.
    package let name: String
    /// The names of the methods, in the order of ``description``.
    package let methods: [String]
    /// The methods that change nothing.
    package let observing: [String]
    private let describe: @Sendable () -> String

    /// The interface definition; made anew at each call, which are rare.
    package var description: String { describe() }

    /// Creates an interface; `methods` are those that `description` declares.
    package init(
        _ name: String,
        methods: [String],
        observing: [String] = [],
        description: @escaping @autoclosure @Sendable () -> String
    ) {
        self.name = name
        self.methods = methods
        self.observing = observing
        describe = description
    }
}
