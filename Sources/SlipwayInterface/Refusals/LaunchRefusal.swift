internal import Slipway
internal import SlipwayVarlink

/// Why a call of `org.slipway.Launch` is refused: its errors, as a value for daemon and client.
package enum LaunchRefusal: Error, Hashable, Sendable {
    /// The application declares no action of that kind.
    case unknownKind(String, known: [String])
    /// The payload is not what the kind declares; an empty `key` means the payload as a whole.
    case invalidPayload(key: String, reason: String)
    /// The payload is larger than `limit`; both in bytes of compact JSON.
    case payloadTooLarge(size: Int, limit: Int)
    /// `limit` actions wait already, or `share` actions of the caller's user, which is all that one
    /// user may have of these slots; try again after a while.
    case queueFull(limit: Int, share: Int? = nil, retryAfter: Duration)
    /// The action `id` has the same key and another payload.
    case conflict(key: String, id: String)
    /// Other users share the caller's number, so no idempotency key is its own.
    case noKeys(uid: UInt32)
    /// The action could not be stored.
    case storeFailed(message: String)
    /// The store does not answer: whether the action `id` is stored, and so accepted, is not known.
    case storeSilent(id: String, message: String)
    /// The launch failed: an operation, or `nil` for the launch as a whole.
    case launchFailed(operation: String?, message: String)
    /// The launch is stopping.
    case shuttingDown
    /// No operation, action or kind has that name; `nearest` is similar to it.
    case noSuchOperation(String, nearest: String?)
    /// The launch has no queue of that name.
    case noSuchQueue(String, known: [String])
    /// No action has that identity, or it ended long ago.
    case noSuchAction(String)
    /// Several actions have identities that begin so: `known` are the first of them.
    case ambiguousAction(String, known: [String])
    /// The action cannot be retried.
    case cannotRetry(String, reason: String)
    /// The action was to be retried once, and was retried before, as `retry`.
    case alreadyRetried(String, retry: String)
    /// The stored records cannot be copied, or the copy that was asked for is gone.
    case cannotCopy(String)
    /// The service keeps its configuration; with every fault of the new one.
    case cannotReload(String, faults: [String])
    /// The stored values of operations cannot be used.
    case noValues(message: String)
    /// No launch of the history has that name, or its record or the history cannot be read; with
    /// the reason.
    case noSuchLaunch(String, message: String)
    /// No operation has started a program of that name.
    case noSuchProgram(String, known: [String])
    /// The program's operation is starting it.
    case programStarting(String)
    /// The program ended by itself instead of running.
    case programFailed(String, message: String)
    /// The socket takes only calls that change nothing.
    case observesOnly
    /// The caller's user may not do that; `kind` is the kind of the action concerned.
    case notAllowed(Right, uid: UInt32, kind: String?)
}

extension LaunchRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownKind(let kind, let known):
            "no kind of launch action is named '\(kind)'; known are "
                + (known.isEmpty ? "none" : known.map { "'\($0)'" }.joined(separator: ", "))
        case .invalidPayload(let key, let reason):
            key.isEmpty
                ? "cannot send action: the payload \(reason)"
                : "cannot send action: payload key '\(key)': \(reason)"
        case .payloadTooLarge(let size, let limit):
            "cannot send action: the payload has \(size) bytes; at most \(limit) are accepted"
        case .queueFull(let limit, let share?, let retryAfter):
            "cannot send action: \(share) actions of your user wait already, the most that one "
                + "user may have of \(limit) slots; try again in "
                + "\(retryAfter.microseconds / 1000)ms"
        case .queueFull(let limit, nil, let retryAfter):
            "cannot send action: \(limit) actions of this kind wait already; try again in "
                + "\(retryAfter.microseconds / 1000)ms"
        case .conflict(let key, let id):
            "cannot send action: key '\(key)' belongs to action '\(id)' with another payload; "
                + "use another key"
        case .noKeys(let uid):
            "cannot send action: all users that the kernel cannot name share the number \(uid), so "
                + "a key could be another user's; send without a key"
        case .storeFailed(let message): "cannot store action: \(message)"
        case .storeSilent(let id, let message):
            "cannot tell whether action '\(id)' is accepted: \(message); if it is stored later, it "
                + "runs"
        case .launchFailed(let operation?, let message):
            "the launch failed at operation '\(operation)': \(message)"
        case .launchFailed(nil, let message): "the launch failed: \(message)"
        case .shuttingDown: "cannot take the call: the launch is stopping"
        case .noSuchOperation(let name, let nearest?):
            "cannot find '\(name)': nothing has that name; did you mean '\(nearest)'?"
        case .noSuchOperation(let name, nil):
            "cannot find '\(name)': nothing has that name\(Self.tooShort(name).map { ", and \($0)" } ?? "")"
        case .noSuchQueue(let name, let known):
            "cannot find queue '\(name)': nothing has that name; known are "
                + known.map { "'\($0)'" }.joined(separator: ", ")
        case .noSuchProgram(let name, let known):
            "cannot find program '\(name)': no operation has started one of that name; known are "
                + (known.isEmpty ? "none" : known.map { "'\($0)'" }.joined(separator: ", "))
        case .programStarting(let name):
            "cannot do that to '\(name)': its operation is starting it; wait, or cancel the operation"
        case .programFailed(let name, let message): "'\(name)' \(message)"
        case .observesOnly:
            "this socket takes only calls that change nothing; use the service's control socket"
        case .noSuchAction(let id):
            "cannot find action '\(id)': "
                + (Self.tooShort(id) ?? "none has that identity, or it ended long ago")
        case .ambiguousAction(let id, let known):
            "cannot tell which action '\(id)' is: several begin so, as "
                + known.map { "'\($0)'" }.joined(separator: ", ")
        case .cannotReload(let message, _): "cannot reload: \(message)"
        case .cannotCopy(let message): "cannot copy the stored records: \(message)"
        case .noValues(let message): "cannot use the kept values of operations: \(message)"
        case .noSuchLaunch(let name, let message):
            "cannot find launch\(name.isEmpty ? "es" : " '\(name)'"): \(message)"
        case .alreadyRetried(let id, let retry):
            "cannot retry action '\(id)': it was retried before, as '\(retry)'"
        case .cannotRetry(let id, let reason): "cannot retry action '\(id)': it \(reason)"
        case .notAllowed(.operate, let uid, _):
            "user \(uid) may not operate the service; root, its own user and those under "
                + "'operators' in its configuration may"
        case .notAllowed(.send, let uid, let kind):
            "user \(uid) may not send '\(kind ?? "")'; its 'allow' in the configuration says who may"
        case .notAllowed(.cancel, let uid, let kind):
            "user \(uid) may not cancel this '\(kind ?? "")': another user sent it; operators may"
        case .notAllowed(.retry, let uid, let kind):
            "user \(uid) may not retry this '\(kind ?? "")': another user sent it; operators may"
        }
    }

    /// The reason why nothing was found, if a text is too short for the beginning of an identity.
    private static func tooShort(_ text: String) -> String? {
        guard Identity.isTooShort(text) else { return nil }
        return "the beginning of an identity has at least \(Identity.shortestBeginning) characters"
    }
}
