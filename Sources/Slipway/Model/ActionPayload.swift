/// The payload that a handler gets, of any type.
package struct ActionPayload: Sendable {
    let output: AnyOutput
    /// The idempotency key that the sender gave with it; `nil` for none.
    package var key: String?

    /// Wraps a payload of the type that the kind declares.
    package init<Payload: Sendable>(_ payload: Payload) { output = Output(payload) }
}
