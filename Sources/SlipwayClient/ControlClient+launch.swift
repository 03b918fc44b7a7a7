package import SlipwayInterface
package import SlipwayJSON
internal import SlipwayVarlink

extension ControlClient {
    /// Calls a method of the launch and waits for its reply; see ``call(_:_:timeout:)``.
    ///
    /// - Throws: ``ControlClientError``, or `JSONFieldError` for a reply that is not as declared.
    package func call<Method: LaunchMethod>(
        _ method: Method,
        timeout: Duration? = patience
    ) throws -> Method.Reply {
        try Method.reply(answer(to: method, timeout: timeout))
    }

    /// Calls a method of the launch and waits for its reply, as it was sent.
    package func answer(
        to method: some LaunchMethod,
        timeout: Duration? = patience
    ) throws(ControlClientError) -> JSON {
        try call(type(of: method).name, method.json(), timeout: timeout)
    }

    /// Sends a call of a method of the launch; see ``begin(_:_:timeout:)``.
    package func begin(
        _ method: some LaunchMethod,
        timeout: Duration
    ) throws(ControlClientError) {
        try begin(type(of: method).name, method.json(), timeout: timeout)
    }

    /// Waits for the reply to a call that was begun.
    ///
    /// - Throws: ``ControlClientError``, or `JSONFieldError` for a reply that is not as declared.
    package func reply<Method: LaunchMethod>(
        to method: Method.Type,
        timeout: Duration
    ) throws -> Method.Reply {
        try Method.reply(reply(to: Method.name, timeout: timeout))
    }

    /// Calls a method of the launch and passes each of its replies on, as it was sent; see
    /// ``stream(_:_:timeout:onReply:)``.
    package func stream(
        _ method: some LaunchMethod,
        timeout: @autoclosure () -> Duration? = nil,
        onReply: (JSON) throws -> Bool
    ) throws {
        try stream(type(of: method).name, method.json(), timeout: timeout()) { reply, _ in
            try onReply(reply)
        }
    }
}
