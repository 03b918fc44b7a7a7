/// One socket of a control server: where it is, who is let in, and who answers there.
package struct ControlDoor: Sendable {
    /// Where it is.
    package var endpoint: ControlEndpoint
    /// Who answers; `org.varlink.service` is answered by the server itself.
    package var services: [any VarlinkService]
    /// Whether a peer who has connected is served.
    ///
    /// Called on the event loop; must not block.
    package var admits: @Sendable (Peer) -> Bool

    /// Describes a socket; without `admits` every peer that can connect is served.
    package init(
        at endpoint: ControlEndpoint,
        services: [any VarlinkService],
        admits: @escaping @Sendable (Peer) -> Bool = { _ in true }
    ) {
        self.endpoint = endpoint
        self.services = services
        self.admits = admits
    }
}
