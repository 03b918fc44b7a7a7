/// A fault of the place where launch actions are kept, or the lack of one.
public struct StorageTrouble: Hashable, Sendable {
    /// The degrees of the trouble.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// It is waited for: another process has it, or it does not answer.
        case awaited
        /// It cannot be used, or does not answer, and is tried again: nothing is kept meanwhile.
        case unavailable
        /// It is there, but what is new cannot be stored: a disk is full.
        case failing
        /// It is about to reach the most that it may take.
        case filling
        /// It is there, but was damaged once: what could not be saved lies in a file beside it.
        case damaged
        /// There is none, and none was asked for: actions are held in memory only.
        case absent
    }

    /// The degree of the trouble.
    public var kind: Kind
    /// Why, in one line.
    public var message: String
    /// The instant from which on it has been so.
    public var since: Instant

    /// Creates a trouble.
    public init(_ kind: Kind, _ message: String, since: Instant) {
        self.kind = kind
        self.message = message
        self.since = since
    }

    /// The service lacks something because of it.
    public var isLack: Bool {
        switch kind {
        case .unavailable, .failing, .damaged: true
        case .awaited, .filling, .absent: false
        }
    }

    /// Its meaning, in one line: `launch actions are not kept: another process uses …`.
    public var words: String {
        switch kind {
        case .awaited: "waits for the store of launch actions: \(message)"
        case .unavailable: "launch actions are not kept: \(message)"
        case .failing: "new launch actions cannot be stored: \(message)"
        case .filling: "the store of launch actions is almost full: \(message)"
        case .damaged: "launch actions may be missing: \(message)"
        case .absent: "launch actions are held in memory only: \(message)"
        }
    }
}
