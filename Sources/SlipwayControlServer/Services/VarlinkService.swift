internal import SlipwayInterface
package import SlipwayVarlink

/// Answers the calls of some interfaces on a ``ControlServer``.
package protocol VarlinkService: Sendable {
    /// The interfaces that are served; the server itself answers `org.varlink.service`.
    var interfaces: [VarlinkInterface] { get }

    /// Answers a call of one of the methods that the ``interfaces`` declare.
    ///
    /// Called on the event loop, so it must not block: it answers at once, or holds `reply` and
    /// answers later, on any thread. The next call of the same connection waits until the last
    /// reply; calls of other connections do not.
    ///
    /// - Parameters:
    ///   - call: The call; its parameters are not checked yet.
    ///   - peer: The caller.
    ///   - reply: Takes the answer. Dropping it without a last reply closes the connection.
    func call(_ call: VarlinkCall, from peer: Peer, reply: ReplySink)
}
