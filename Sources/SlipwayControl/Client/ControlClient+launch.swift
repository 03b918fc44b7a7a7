package import SlipwayJSON

extension ControlClient {
    /// Calls a method of the launch and waits for its reply; see ``call(_:_:timeout:)``.
    package func call(
        _ call: LaunchCall,
        timeout: Duration? = .seconds(45)
    ) throws(ControlClientError) -> JSON {
        try self.call(call.method, .object(call.parameters), timeout: timeout)
    }
}
