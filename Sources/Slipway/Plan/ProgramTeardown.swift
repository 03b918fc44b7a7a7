/// The teardown of an operation that starts a program.
///
/// The teardown is called also when the operation did not succeed, if the program runs at the end
/// all the same: an operator has started it.
package struct ProgramTeardown<Value: Sendable>: Sendable {
    let graces: Int
    let call: @Sendable (Value?) async throws -> Void

    /// Describes a teardown.
    ///
    /// - Parameters:
    ///   - graces: How many of the plan's graces it may take, one for each of its parts; at least 1.
    ///   - call: Gets the operation's value; `nil` when the operation did not succeed.
    package init(graces: Int, _ call: @escaping @Sendable (Value?) async throws -> Void) {
        self.graces = graces
        self.call = call
    }
}
