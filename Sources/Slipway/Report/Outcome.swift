/// How an operation or a launch action ended.
public enum Outcome: Hashable, Sendable {
    /// With its value.
    case succeeded
    /// With a fallback in place of its value.
    case degraded(reason: String)
    /// With an error.
    case failed(Failure)
    /// Cancelled, before it started or because its body gave in to the request.
    case cancelled(reason: String)
    /// Never started, because `root`, which it requires directly or through others, did not
    /// succeed.
    case skipped(root: String)
    /// Never started, because its condition did not hold: counts as a success without a value.
    case notNeeded(condition: String)

    /// Whether what requires it may run: it succeeded, is degraded, or was not needed.
    public var isUsable: Bool {
        switch self {
        case .succeeded, .degraded, .notNeeded: true
        case .failed, .cancelled, .skipped: false
        }
    }

    /// Whether nothing went wrong.
    package var isPlain: Bool {
        switch self {
        case .succeeded, .notNeeded: true
        case .degraded, .failed, .cancelled, .skipped: false
        }
    }

    var isDegraded: Bool { if case .degraded = self { true } else { false } }
}

extension Outcome {
    /// The one word for the outcome, as the glossary, the journal and the protocol write it.
    public var word: String {
        switch self {
        case .succeeded: "succeeded"
        case .degraded: "degraded"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .skipped, .notNeeded: "skipped"
        }
    }

    /// Why, in one line; `nil` for a success.
    public var message: String? {
        switch self {
        case .succeeded: nil
        case .degraded(let reason): reason
        case .failed(let failure): failure.message
        case .cancelled(let reason): reason
        case .skipped(let root): "'\(root)' did not succeed"
        case .notNeeded(let condition): "not needed: \(condition)"
        }
    }
}

/// Why an operation failed, as a value that can be compared, printed and sent.
public struct Failure: Error, Hashable, Sendable {
    /// What kind of failure it was.
    public enum Kind: String, Hashable, Sendable {
        /// The body threw.
        case error
        /// The body did not end within its timeout.
        case timedOut
    }

    /// What kind of failure it was.
    public let kind: Kind
    /// One line: what went wrong, in the words of the error.
    public let message: String

    /// The type of the error that a body threw; `nil` when there was none.
    public let type: String?

    /// Creates a failure from its one-line message.
    public init(_ kind: Kind = .error, _ message: String, type: String? = nil) {
        self.kind = kind
        self.message = message
        self.type = type
    }

    /// What a body threw.
    public init(_ error: any Error) {
        if let failure = error as? Failure {
            self = failure
        } else {
            self.init(.error, "\(error)", type: "\(Swift.type(of: error))")
        }
    }
}
