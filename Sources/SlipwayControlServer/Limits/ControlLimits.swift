/// The limits of what one peer, and all peers together, can make a server hold.
package struct ControlLimits: Hashable, Sendable {
    /// The longest call in bytes; a longer one closes its connection.
    ///
    /// Default 1 MiB.
    package var frameSize = 1024 * 1024
    /// The slots for connections that ask: those without a waiting call, idle ones included.
    ///
    /// A connection beyond the limit takes the slot of the one that has been idle longest: among
    /// the same user's if that user's share is full, among all if all slots are taken. If none is
    /// idle, the new connection is refused. Default, `nil`: as many as the descriptor limit allows;
    /// see ``SlotLimits/init(descriptors:)``.
    package var asking: SlotLimits?
    /// The slots for connections on which a call waits for its last reply, such as `Watch`, or
    /// `Submit` with `wait`; they do not count as asking.
    ///
    /// A call beyond the limit is refused when it would begin to wait. Default as for ``asking``.
    package var waiting: SlotLimits?
    /// The number of calls of a connection that may wait for the one before.
    ///
    /// Beyond that the server stops reading from the connection until one is answered. Default 64.
    package var waitingCalls = 64
    /// The time slice of a connection: for so long its calls are answered before other connections
    /// are served; at least one call is answered.
    ///
    /// Default 500 µs.
    package var timeSlice = Duration.microseconds(500)
    /// The longest time that a call may take to arrive, from its first byte to its NUL, and that a
    /// peer may take no byte of a last reply.
    ///
    /// After that its connection is closed. Default 10 s.
    package var frameTime = Duration.seconds(10)
    /// The number of bytes of replies to a call that a peer may leave unread.
    ///
    /// Beyond that its connection is closed. A single reply may be larger, but only one at a time.
    /// Default 1 MiB.
    package var unreadOutput = 1024 * 1024
    /// The number of bytes of calls without an answer, complete or not, that are held for one user.
    ///
    /// The connection that exceeds it is closed. Default 16 MiB.
    package var userInput = 16 * 1024 * 1024
    /// The number of bytes of replies that one user's peers may leave unread, without those of
    /// calls that continue (``unreadOutput``).
    ///
    /// Beyond that further calls of the user wait until some are read. Default 16 MiB.
    package var userOutput = 16 * 1024 * 1024

    /// Creates the default limits.
    package init() {}
}
