/// What `slipwayd` was asked to do.
package struct DaemonOptions: Hashable, Sendable {
    /// The configuration file.
    package var configuration: String
    /// Where to bind the control socket; `nil`: the activation socket named `varlink`, or
    /// `/run/slipway/NAME/org.slipway.Launch`.
    package var socket: String?
    /// Whether to check the configuration and end.
    package var isCheck: Bool

    /// Creates options.
    package init(configuration: String, socket: String? = nil, isCheck: Bool = false) {
        self.configuration = configuration
        self.socket = socket
        self.isCheck = isCheck
    }
}
