internal import SlipwayClient
internal import SlipwayJSON
internal import SlipwaySystem

/// The version of Slipway that a service runs, which may be another one than this command's.
struct ServiceVersion: Hashable {
    /// The method that tells the version.
    static let method = "org.varlink.service.GetInfo"
    /// The time that a service has to tell its version.
    private static let patience = Duration.seconds(1)
    private static let daemon = "slipwayd"

    /// `slipwayd`, or the name of a service that embeds the library.
    let product: String
    /// The version of Slipway.
    let version: String

    init(product: String, version: String) {
        self.product = product
        self.version = version
    }

    /// Reads what a service tells of itself; `nil` if it tells no version.
    init?(_ info: JSON) {
        guard let text = info["version"]?.stringValue, !text.isEmpty else { return nil }
        product = info["product"]?.stringValue ?? Self.daemon
        version = Version.ofSlipway(in: text)
    }

    /// Asks a service; blocks for a second at most.
    ///
    /// - Returns: `nil` if it does not say.
    static func ask(_ client: ControlClient) -> ServiceVersion? {
        // The version would explain another failure, which is told in any case.
        (try? client.call(method, timeout: patience)).flatMap { ServiceVersion($0) }
    }

    /// The service runs this command's own version.
    var isOurs: Bool { version == Version.current }

    /// `slipwayd 1.2.3`, `shop (Slipway 1.2.3)`.
    var words: String {
        product == Self.daemon ? "\(product) \(version)" : "\(product) (Slipway \(version))"
    }

    /// The consequence of the difference: `it is older than this slipway, 1.3.0: restart …`; `nil`
    /// if there is none.
    var difference: String? {
        guard !isOurs else { return nil }
        let ours = "this slipway, \(Version.current)"
        if Version.isOlder(Version.current, than: version) {
            return "it is newer than \(ours): use the slipway of that version"
        }
        guard Version.isOlder(version, than: Version.current) else {
            return "it is another version than \(ours)"
        }
        let remedy =
            product == Self.daemon
            ? "restart the service, so that it runs what is installed"
            : "build it with that version"
        return "it is older than \(ours): \(remedy)"
    }
}
