package import Slipway
package import SlipwayConfiguration
package import SlipwayJSON
package import SlipwaySystem

/// A configuration without faults, and the graph that was built from it.
package struct ConfiguredGraph: Sendable {
    /// The content of the files.
    package internal(set) var configuration: Configuration
    /// The graph, ready to be launched.
    package let graph: Graph
    /// The kinds of launch action by name, to submit payloads to.
    ///
    /// Check a payload with its `ActionSpecification.parameters` before submitting it.
    package let actions: [String: ActionKind<JSON>]
    /// The credentials that its texts refer to.
    package let credentials: Credentials
    /// The functions that undo its operations.
    package let undoings: Undoings
    /// The place where probes are answered; `nil` for none, and where the environment is not known.
    package let probeAddress: ListenAddress?
    /// Tells the files of one configuration from those of another.
    package let digest: ConfigurationDigest
}

/// The value of an operation that a configuration declared.
package struct ConfiguredValue: Sendable {
    /// The value that its body returned.
    package let json: JSON
    /// The values for the operation's `stop`, to which the launch passes only the value.
    var stop: TemplateValues?
    /// The source of the value, if the value is to be stored.
    var identity: String?
    /// The entity tag of the answer, by which the server need not send the value again.
    var etag: String?
    /// The digest of the headers with which the server was asked.
    var headers: String?
    /// The digest of the user who asked the server.
    var asker: String?
    /// The time since the value was new: zero for a new one, `nil` if it is not known.
    var age: Duration? = .zero
    /// The flags of the operation, which change the value while the service runs; `nil` for another
    /// body.
    var flags: FlagsInUse?

    /// The value as it is now.
    var current: JSON { flags?.current ?? json }

    /// The age of the value as it is now.
    var currentAge: Duration? { flags.map(\.age) ?? age }
}
