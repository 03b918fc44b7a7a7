/// One socket of a control server: its endpoint, its services, and which peers are admitted.
package struct ControlDoor: Sendable {
    /// The place of the socket.
    package var endpoint: ControlEndpoint
    /// The services; the server itself answers `org.varlink.service`.
    package var services: [any VarlinkService]
    /// Tells whether a connected peer is served.
    ///
    /// Called on the event loop; must not block.
    package var admits: @Sendable (Peer) -> Bool

    /// Describes a socket; by default every peer that can connect is served.
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
