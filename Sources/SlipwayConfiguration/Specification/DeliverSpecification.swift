/// Key `deliver`: hands an action to a program that runs already.
package struct DeliverSpecification: Hashable, Sendable {
    /// Key `to`: the operation that started the program, which the action requires.
    package var program: DependencySpecification
    /// Key `socket`: the Unix stream socket on which the program takes actions: an absolute path,
    /// without values and payloads.
    package var socket: Template

    /// Creates a specification.
    package init(program: DependencySpecification, socket: Template) {
        self.program = program
        self.socket = socket
    }
}
