/// A fault of the store of launch actions, or the lack of one.
public struct StorageTrouble: Hashable, Sendable {
    /// The degrees of the trouble.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The store is waited for: another process has it, or it does not answer.
        case awaited
        /// The store cannot be used, or does not answer, and is tried again: nothing is stored
        /// meanwhile.
        case unavailable
        /// The store is there, but new actions cannot be stored: a disk is full.
        case failing
        /// The store is about to reach the most that it may take.
        case filling
        /// The store is there, but was damaged once: what could not be saved lies in a file beside
        /// it.
        case damaged
        /// There is no store, and none was asked for: actions are held in memory only.
        case absent
    }

    /// The degree of the trouble.
    public var kind: Kind
    /// Why, in one line.
    public var message: String
    /// When the trouble began.
    public var since: Instant

    /// Creates a trouble.
    public init(_ kind: Kind, _ message: String, since: Instant) {
        self.kind = kind
        self.message = message
        self.since = since
    }

    /// The service lacks something because of the trouble.
    public var isLack: Bool {
        switch kind {
        case .unavailable, .failing, .damaged: true
        case .awaited, .filling, .absent: false
        }
    }

    /// The meaning of the trouble, in one line:
    /// `launch actions are not stored: another process uses …`.
    public var words: String {
        switch kind {
        case .awaited: "waits for the store of launch actions: \(message)"
        case .unavailable: "launch actions are not stored: \(message)"
        case .failing: "new launch actions cannot be stored: \(message)"
        case .filling: "the store of launch actions is almost full: \(message)"
        case .damaged: "launch actions may be missing: \(message)"
        case .absent: "launch actions are held in memory only: \(message)"
        }
    }
}
