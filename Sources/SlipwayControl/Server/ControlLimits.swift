/// What one peer, and all together, can make a server hold.
package struct ControlLimits: Hashable, Sendable {
    /// The longest call in bytes; one that is longer closes its connection.
    ///
    /// Default 1 MiB.
    package var frameSize = 1024 * 1024
    /// How many connections are served; one more takes the place of the oldest silent one, or is
    /// closed at once.
    ///
    /// Default 256.
    package var connections = 256
    /// How long a connection may be silent, from its beginning, before one too many takes its
    /// place; one that has ever sent a byte keeps it.
    ///
    /// Default 60 s.
    package var silence = Duration.seconds(60)
    /// How many calls of a connection may wait for the one before.
    ///
    /// With more, the server stops reading from it until one is answered. Default 64.
    package var waitingCalls = 64
    /// How long a call may take to arrive, from its first byte to its NUL.
    ///
    /// Then its connection is closed. Default 10 s.
    package var frameTime = Duration.seconds(10)
    /// How many bytes of replies may wait for a peer to read them.
    ///
    /// With more, its next calls wait; if the replies are those of one call that streams, its
    /// connection is closed. Default 4 MiB.
    package var unreadOutput = 4 * 1024 * 1024

    /// Creates the default limits.
    package init() {}
}
