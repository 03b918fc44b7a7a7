package import SlipwayVarlink

/// The bytes that were sent cannot be read as a call; the connection is closed.
package struct MalformedCall: Hashable, Sendable {
    /// The reason, in one line.
    package var message: String
}

extension MalformedCall: InterfaceError {
    /// The whole name of the error.
    package static let name = "\(interface).MalformedCall"

    package static let interface = LaunchInterface.name

    package static let rows: [ErrorRow<MalformedCall>] = [
        ErrorRow(
            "MalformedCall",
            "What was sent cannot be read as a call. The connection is closed",
            .required("message", .text, "Why, in one line"),
            make: { MalformedCall(message: $0) },
            take: { $0.message }
        )
    ]
}

extension WireFault {
    /// The error for a call that cannot be read.
    package var varlinkError: VarlinkError { MalformedCall(message: description).varlinkError }
}
