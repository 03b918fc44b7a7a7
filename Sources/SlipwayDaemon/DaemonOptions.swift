/// The options of `slipwayd`.
package struct DaemonOptions: Hashable, Sendable {
    /// The configuration file.
    package var configuration: String
    /// Where to bind the control socket; `nil`: the activation socket named `varlink`, or
    /// `/run/slipway/NAME/org.slipway.Launch`.
    package var socket: String?
    /// The folder in which launch actions are kept, made if it is not there; `nil`: that of systemd,
    /// or none.
    package var stateDirectory: String?
    /// The launch actions to submit before the launch begins, as the command line has them.
    package var actions: [String]
    /// Whether to check the configuration and exit.
    package var isCheck: Bool

    /// Creates options.
    package init(
        configuration: String,
        socket: String? = nil,
        stateDirectory: String? = nil,
        actions: [String] = [],
        isCheck: Bool = false
    ) {
        self.configuration = configuration
        self.socket = socket
        self.stateDirectory = stateDirectory
        self.actions = actions
        self.isCheck = isCheck
    }
}
