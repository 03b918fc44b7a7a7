/// What one peer, and all together, can make a server hold.
package struct ControlLimits: Hashable, Sendable {
    /// The longest call in bytes; one that is longer closes its connection.
    ///
    /// Default 1 MiB.
    package var frameSize = 1024 * 1024
    /// Places for connections that ask: those on which no call waits, idle ones included.
    ///
    /// One more takes the place of the one that has been idle longest: of the same user when that
    /// user's share is full, of anybody when all places are. If none is idle, it is refused.
    /// Default, `nil`: as many as the descriptor limit allows; see
    /// ``PlaceLimits/init(descriptors:)``.
    package var asking: PlaceLimits?
    /// Places for connections on which a call waits for its last reply, as `Watch` does, and
    /// `Submit` with `wait`; they do not count as asking.
    ///
    /// One more call is refused when it would begin to wait. Default as for ``asking``.
    package var waiting: PlaceLimits?
    /// How many calls of a connection may wait for the one before.
    ///
    /// With more, the server stops reading from it until one is answered. Default 64.
    package var waitingCalls = 64
    /// For how long a connection's calls may be answered until others get their turn, one call at
    /// least.
    ///
    /// Default 500 µs.
    package var turn = Duration.microseconds(500)
    /// How long a call may take to arrive, from its first byte to its NUL, and how long a peer may
    /// take none of the bytes of a last reply.
    ///
    /// Then its connection is closed. Default 10 s.
    package var frameTime = Duration.seconds(10)
    /// How many bytes of replies to a call may wait for a peer to read them.
    ///
    /// With more, its connection is closed. A single reply may be larger, but only one of those
    /// may wait. Default 1 MiB.
    package var unreadOutput = 1024 * 1024
    /// How many bytes of calls that are not answered yet, whole or half-sent, are held for one
    /// user.
    ///
    /// The connection that goes beyond that is closed. Default 16 MiB.
    package var userInput = 16 * 1024 * 1024
    /// How many bytes of replies one user's peers may leave unread, not counting those of calls
    /// that go on (``unreadOutput``).
    ///
    /// With more, further calls of that user wait until some are read. Default 16 MiB.
    package var userOutput = 16 * 1024 * 1024

    /// Creates the default limits.
    package init() {}
}
