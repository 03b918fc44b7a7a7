internal import SlipwayControl

/// What a service says about itself in `org.varlink.service.GetInfo`.
package struct ServiceIdentity: Hashable, Sendable {
    /// Who makes it.
    package var vendor: String
    /// What it is.
    package var product: String
    /// Which version of it.
    package var version: String
    /// Where to read about it.
    package var url: String

    /// Creates an identity.
    package init(vendor: String, product: String, version: String, url: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
    }

    /// What `org.varlink.service` says about the daemon.
    package static let slipway = ServiceIdentity(
        vendor: "Slipway",
        product: "slipwayd",
        version: Version.current,
        url: "file:///usr/share/doc/slipway/README.md"
    )
}
