internal import Slipway

/// A program went away, or closed the connection, while an action was delivered to it: whether the
/// action was done is not known.
package struct DeliveryInterrupted: InterruptingError, Hashable {
    /// The operation of the program.
    package let program: String
    /// The socket's path, as messages show it.
    package let socket: String

    init(program: String, socket: String) {
        self.program = program
        self.socket = socket
    }
}

extension DeliveryInterrupted: CustomStringConvertible {
    package var description: String {
        "'\(program)' closed the connection to \(socket) before it had answered; whether it has "
            + "done the action is not known"
    }
}
