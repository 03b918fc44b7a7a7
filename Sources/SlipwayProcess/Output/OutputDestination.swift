/// The destination of the output of children.
package enum OutputDestination: Hashable, Sendable {
    /// To the journal's socket, as entries with fields.
    case journal(socket: String)
    /// As lines to a descriptor that the journal reads, with the priority in front.
    case stream(Int32)
    /// As lines to a descriptor with another reader.
    case lines(Int32)
}
