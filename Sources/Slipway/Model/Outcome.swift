/// The manner in which an operation or a launch action ended.
public enum Outcome: Hashable, Sendable {
    /// With its value.
    case succeeded
    /// With a fallback in place of its value.
    case degraded(reason: String)
    /// With an error.
    indirect case failed(Failure)
    /// Cancelled, before it started or because its body responded to the cancellation.
    case cancelled(reason: String)
    /// Never started, because `root`, which it requires directly or indirectly, did not succeed.
    case skipped(root: String)
    /// Never started, because its condition did not hold: counts as a success without a value.
    case notNeeded(condition: String)

    /// The operation's dependents may run: it succeeded, is degraded, or was not needed.
    public var isUsable: Bool {
        switch self {
        case .succeeded, .degraded, .notNeeded: true
        case .failed, .cancelled, .skipped: false
        }
    }

    /// Nothing went wrong.
    package var isPlain: Bool {
        switch self {
        case .succeeded, .notNeeded: true
        case .degraded, .failed, .cancelled, .skipped: false
        }
    }

    var isDegraded: Bool { if case .degraded = self { true } else { false } }
    var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}

extension Outcome {
    /// The word for the outcome in the glossary, the journal and the protocol.
    public var word: String {
        switch self {
        case .succeeded: "succeeded"
        case .degraded: "degraded"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .skipped, .notNeeded: "skipped"
        }
    }

    /// The outcome as a predicate: `failed`, `was cancelled`.
    var predicate: String {
        switch self {
        case .succeeded, .failed: word
        case .degraded: "is degraded"
        case .cancelled, .skipped: "was \(word)"
        case .notNeeded: "was not needed"
        }
    }

    /// The reason, in one line; `nil` for a success.
    public var message: String? {
        switch self {
        case .succeeded: nil
        case .degraded(let reason): reason
        case .failed(let failure): failure.message
        case .cancelled(let reason): reason
        case .skipped(let root): "'\(root)' did not succeed"
        case .notNeeded(let condition): "not needed: \(Self.unmet(condition))"
        }
    }

    /// Why an operation was not needed: `its condition does not hold: env STORE is set`.
    package static func unmet(_ condition: String) -> String {
        "its condition does not hold" + (condition.isEmpty ? "" : ": \(condition)")
    }
}
