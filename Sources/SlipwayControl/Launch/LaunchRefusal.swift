internal import Slipway
internal import SlipwayJSON
internal import SlipwayRecords

/// Why a call of `org.slipway.Launch` is refused: its errors, as a value for daemon and client.
package enum LaunchRefusal: Error, Hashable, Sendable {
    /// The application declares no action of that kind.
    case unknownKind(String, known: [String])
    /// The payload is not what the kind declares; an empty `key` means the payload as a whole.
    case invalidPayload(key: String, reason: String)
    /// The payload is larger than `limit`; both in bytes of compact JSON.
    case payloadTooLarge(size: Int, limit: Int)
    /// `limit` actions wait already, or `share` of the caller's user, which are all that one user may
    /// have of these places; try again after a while.
    case queueFull(limit: Int, share: Int? = nil, retryAfter: Duration)
    /// The action `id` has the same key and another payload.
    case conflict(key: String, id: String)
    /// Other users share the caller's number, so no idempotency key is its own.
    case noKeys(uid: UInt32)
    /// The action could not be stored.
    case storeFailed(message: String)
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
    /// What is stored cannot be copied, or that copy is gone.
    case cannotCopy(String)
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

extension LaunchRefusal {
    private static let prefix = "org.slipway.Launch."

    /// The refusal as an error reply.
    package var varlinkError: VarlinkError {
        let (name, parameters): (String, JSONObject) =
            switch self {
            case .unknownKind(let kind, let known):
                ("UnknownKind", ["kind": .string(kind), "known": JSON(known)])
            case .invalidPayload(let key, let reason):
                ("InvalidPayload", ["key": .string(key), "reason": .string(reason)])
            case .payloadTooLarge(let size, let limit):
                (
                    "PayloadTooLarge",
                    ["size": .integer(Int64(size)), "limit": .integer(Int64(limit))]
                )
            case .queueFull(let limit, let share, let retryAfter):
                ("QueueFull", Self.full(limit, share, retryAfter))
            case .conflict(let key, let id):
                ("Conflict", ["key": .string(key), "id": .string(id)])
            case .noKeys(let uid): ("NoKeys", ["uid": .integer(Int64(uid))])
            case .storeFailed(let message): ("StoreFailed", ["message": .string(message)])
            case .launchFailed(let operation, let message):
                ("LaunchFailed", Self.named("operation", operation, ["message": .string(message)]))
            case .shuttingDown: ("ShuttingDown", [:])
            case .noSuchOperation(let name, let nearest):
                ("NoSuchOperation", Self.named("nearest", nearest, ["name": .string(name)]))
            case .noSuchQueue(let name, let known):
                ("NoSuchQueue", ["name": .string(name), "known": JSON(known)])
            case .noSuchProgram(let name, let known):
                ("NoSuchProgram", ["name": .string(name), "known": JSON(known)])
            case .programStarting(let name): ("ProgramStarting", ["name": .string(name)])
            case .programFailed(let name, let message):
                ("ProgramFailed", ["name": .string(name), "message": .string(message)])
            case .observesOnly: ("ObservesOnly", [:])
            case .noSuchAction(let id): ("NoSuchAction", ["id": .string(id)])
            case .ambiguousAction(let id, let known):
                ("AmbiguousAction", ["id": .string(id), "known": JSON(known)])
            case .cannotRetry(let id, let reason):
                ("CannotRetry", ["id": .string(id), "reason": .string(reason)])
            case .alreadyRetried(let id, let retry):
                ("AlreadyRetried", ["id": .string(id), "retry": .string(retry)])
            case .cannotCopy(let message): ("CannotCopy", ["message": .string(message)])
            case .notAllowed(let right, let uid, let kind):
                (
                    "NotAllowed",
                    Self.named(
                        "kind",
                        kind,
                        ["right": .string(right.rawValue), "uid": .integer(Int64(uid))]
                    )
                )
            }
        return VarlinkError(Self.prefix + name, parameters)
    }

    private static func full(_ limit: Int, _ share: Int?, _ retryAfter: Duration) -> JSONObject {
        var object: JSONObject = ["limit": .integer(Int64(limit))]
        object["share"] = share.map { .integer(Int64($0)) }
        object["retryAfterUSec"] = JSON(microsecondsOf: retryAfter)
        return object
    }

    private static func named(
        _ key: String,
        _ value: String?,
        _ rest: JSONObject
    ) -> JSONObject {
        var object = rest
        object[key] = value.map { .string($0) }
        return object
    }
}

extension LaunchRefusal {
    /// Reads an error reply; `nil` for an error of another interface, or with other parameters.
    package init?(_ error: VarlinkError) {
        guard error.name.hasPrefix(Self.prefix) else { return nil }
        var fields = JSONFields(error.parameters)
        let name = String(error.name.dropFirst(Self.prefix.count))
        guard let refusal = try? Self.read(name, &fields) else { return nil }
        self = refusal
    }

    private static func read(
        _ name: String,
        _ fields: inout JSONFields
    ) throws(JSONFieldError) -> LaunchRefusal? {
        switch name {
        case "UnknownKind":
            .unknownKind(
                try fields.required("kind", .string),
                known: try fields.required("known", .array(of: .string))
            )
        case "InvalidPayload":
            .invalidPayload(
                key: try fields.required("key", .string),
                reason: try fields.required("reason", .string)
            )
        case "PayloadTooLarge":
            .payloadTooLarge(
                size: try fields.required("size", .count),
                limit: try fields.required("limit", .count)
            )
        case "QueueFull":
            .queueFull(
                limit: try fields.required("limit", .count),
                share: try fields.optional("share", .count),
                retryAfter: try fields.required("retryAfterUSec", .microsecondSpan)
            )
        case "Conflict":
            .conflict(
                key: try fields.required("key", .string),
                id: try fields.required("id", .string)
            )
        case "NoKeys": .noKeys(uid: UInt32(clamping: try fields.required("uid", .count)))
        case "StoreFailed": .storeFailed(message: try fields.required("message", .string))
        case "LaunchFailed":
            .launchFailed(
                operation: try fields.optional("operation", .string),
                message: try fields.required("message", .string)
            )
        case "ShuttingDown": .shuttingDown
        case "NoSuchOperation":
            .noSuchOperation(
                try fields.required("name", .string),
                nearest: try fields.optional("nearest", .string)
            )
        case "NoSuchQueue":
            .noSuchQueue(
                try fields.required("name", .string),
                known: try fields.required("known", .array(of: .string))
            )
        case "NoSuchProgram":
            .noSuchProgram(
                try fields.required("name", .string),
                known: try fields.required("known", .array(of: .string))
            )
        case "ProgramStarting": .programStarting(try fields.required("name", .string))
        case "ProgramFailed":
            .programFailed(
                try fields.required("name", .string),
                message: try fields.required("message", .string)
            )
        case "ObservesOnly": .observesOnly
        case "NoSuchAction": .noSuchAction(try fields.required("id", .string))
        case "AmbiguousAction":
            .ambiguousAction(
                try fields.required("id", .string),
                known: try fields.required("known", .array(of: .string))
            )
        case "CannotRetry":
            .cannotRetry(
                try fields.required("id", .string),
                reason: try fields.required("reason", .string)
            )
        case "AlreadyRetried":
            .alreadyRetried(
                try fields.required("id", .string),
                retry: try fields.required("retry", .string)
            )
        case "CannotCopy": .cannotCopy(try fields.required("message", .string))
        case "NotAllowed":
            .notAllowed(
                try fields.required("right", .oneOf(Right.self)),
                uid: UInt32(clamping: try fields.required("uid", .count)),
                kind: try fields.optional("kind", .string)
            )
        default: nil
        }
    }
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
            "cannot send action: \(share) of your user wait already, which are all that one user may "
                + "have of \(limit) places; try again in \(retryAfter.microseconds / 1000)ms"
        case .queueFull(let limit, nil, let retryAfter):
            "cannot send action: \(limit) wait already; try again in "
                + "\(retryAfter.microseconds / 1000)ms"
        case .conflict(let key, let id):
            "cannot send action: key '\(key)' belongs to action '\(id)' with another payload; "
                + "use another key"
        case .noKeys(let uid):
            "cannot send action: user \(uid) stands for every user that the kernel cannot name, so "
                + "no key is its own; send without one"
        case .storeFailed(let message): "cannot store action: \(message)"
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
        case .cannotCopy(let message): "cannot copy the stored actions: \(message)"
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

    /// Why nothing was found, if a text may be meant as the beginning of an identity.
    private static func tooShort(_ text: String) -> String? {
        guard Identity.isTooShort(text) else { return nil }
        return "the beginning of an identity has at least \(Identity.shortestBeginning) characters"
    }
}
