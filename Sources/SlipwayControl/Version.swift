/// The version of this build, as the programs and the control socket say it.
package enum Version {
    /// Semantic: major, minor, patch.
    package static let current = "0.1.0"
}

extension ServiceIdentity {
    /// What `org.varlink.service` says about the daemon.
    package static let slipway = ServiceIdentity(
        vendor: "Slipway",
        product: "slipwayd",
        version: Version.current,
        url: "file:///usr/share/doc/slipway/README.md"
    )
}
