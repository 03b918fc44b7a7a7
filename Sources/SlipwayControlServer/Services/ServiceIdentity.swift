internal import SlipwaySystem

/// The facts that a service reports about itself in `org.varlink.service.GetInfo`.
package struct ServiceIdentity: Hashable, Sendable {
    package var vendor: String
    package var product: String
    /// The version of the product.
    package var version: String

    /// Creates an identity.
    package init(vendor: String, product: String, version: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
    }

    /// The address of the documentation; looked for at each call.
    package var url: String {
        "file://\(InstalledFile.path(of: "share/doc/slipway/README.md"))"
    }

    /// The identity of the daemon.
    package static let slipway = ServiceIdentity(
        vendor: "Slipway",
        product: "slipwayd",
        version: Version.current
    )

    /// The identity of a service that embeds Slipway, with its own version if it has one.
    package static func embedded(in service: String, version: String?) -> ServiceIdentity {
        ServiceIdentity(
            vendor: slipway.vendor,
            product: service,
            version: version.map { "\($0) (\(Version.words))" } ?? Version.words
        )
    }
}
