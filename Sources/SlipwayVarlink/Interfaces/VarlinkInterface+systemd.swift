extension VarlinkInterface {
    /// The calls that services of systemd have in common.
    package static let systemd = VarlinkInterface(
        "io.systemd.service",
        methods: ["Ping", "Reload", "SetLogLevel", "GetLogLevel", "GetEnvironment"],
        observing: ["Ping", "GetLogLevel"],
        description: """
            # An interface for interacting with services, as those of systemd have it
            interface io.systemd.service

            # Checks if the service is running
            method Ping() -> ()

            # Reloads the configuration. Not implemented here
            method Reload(
              # Whether the service may ask the user to authorise the call
              allowInteractiveAuthentication: ?bool
            ) -> ()

            # Sets the maximum log level
            method SetLogLevel(
              # The level as syslog counts: 0 for emergencies to 7 for debugging. Without it, the
              # level that the service was started with
              level: ?int
            ) -> ()

            # Gets the maximum log level
            method GetLogLevel() -> (
              # The level as syslog counts: 0 for emergencies to 7 for debugging
              level: int
            )

            # Gets the environment of the service. Not implemented here: it may hold secrets
            method GetEnvironment() -> (
              # One KEY=VALUE each
              environment: ?[]string
            )

            """
    )
}
