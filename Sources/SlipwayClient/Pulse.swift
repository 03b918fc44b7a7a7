/// Work that a client does off and on while it waits for a daemon.
package struct Pulse {
    /// The interval between two beats: at least a millisecond.
    let pause: Duration
    /// Called on the thread that waits, with nothing under way; it should be short.
    let beat: () -> Void

    package init(every pause: Duration, _ beat: @escaping () -> Void) {
        self.pause = max(pause, .milliseconds(1))
        self.beat = beat
    }

    /// Milliseconds for `poll`.
    var milliseconds: Int32 { Int32(clamping: Int64(pause / .milliseconds(1))) }
}
