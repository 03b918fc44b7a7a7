/// The options of `slipwayd`.
package struct DaemonOptions: Hashable, Sendable {
    /// The configuration file.
    package var configuration: String
    /// The path to which the control socket is bound; `nil`: the activation socket named `varlink`,
    /// or `/run/slipway/NAME/org.slipway.Launch`.
    package var socket: String?
    /// The folder in which launch actions are stored, made if it is not there; `nil`: that of
    /// systemd, or none.
    package var stateDirectory: String?
    /// A folder for all that a unit would give folders for, and for the control socket; `nil` for none.
    package var directory: String?
    /// The launch actions to submit before the launch begins, as the command line has them.
    package var actions: [String]
    /// Lines for another reader than the journal begin with the time of day.
    package var hasLogTime: Bool
    /// The configuration is checked, and the process exits.
    package var isCheck: Bool

    /// Creates options.
    package init(
        configuration: String,
        socket: String? = nil,
        stateDirectory: String? = nil,
        directory: String? = nil,
        actions: [String] = [],
        hasLogTime: Bool = false,
        isCheck: Bool = false
    ) {
        self.configuration = configuration
        self.socket = socket
        self.stateDirectory = stateDirectory
        self.directory = directory
        self.actions = actions
        self.hasLogTime = hasLogTime
        self.isCheck = isCheck
    }
}
