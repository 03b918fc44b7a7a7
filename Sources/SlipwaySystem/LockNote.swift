internal import Glibc
internal import Synchronization

/// The note that a daemon writes for the next one into the file that it locks: it is found only if
/// the daemon was killed, since an ordinary end removes the file.
package enum LockNote {
    private struct State: Sendable {
        let text: String
        let found: @Sendable (String) -> Void
    }

    private static let state = Mutex<State?>(nil)
    /// The most bytes of a note.
    private static let limit = 64

    /// Sets the note.
    ///
    /// - Parameters:
    ///   - text: At most 64 bytes.
    ///   - found: Called with the note of the last daemon, if that was killed.
    package static func prepare(_ text: String, found: @escaping @Sendable (String) -> Void) {
        state.withLock { $0 = State(text: text, found: found) }
    }

    /// Takes the note of the last daemon, and leaves this one's, in a file that was just locked.
    ///
    /// Blocks for as long as `found` does.
    package static func exchange(in descriptor: Int32) {
        guard let state = state.withLock(\.self) else { return }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        if count > 0 { state.found(String(decoding: bytes.prefix(count), as: UTF8.self)) }
        // On a full disk there is no note, and the next daemon does not know what is left.
        _ = ftruncate(descriptor, 0)
        _ = state.text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }
}
