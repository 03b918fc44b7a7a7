internal import Slipway
package import SlipwayVarlink

extension LaunchRefusal: InterfaceError {
    package static let interface = LaunchInterface.name

    package static let rows = sending + finding + steering

    private static let sending: [ErrorRow<LaunchRefusal>] = [
        ErrorRow(
            "UnknownKind",
            "The application declares no such kind of action",
            .required("kind", .text, "The kind that was asked for"),
            .required("known", .list(.text), "The kinds that there are"),
            make: { .unknownKind($0, known: $1) },
            take: { if case .unknownKind(let kind, let known) = $0 { (kind, known) } else { nil } }
        ),
        ErrorRow(
            "InvalidPayload",
            "The payload is not what the kind declares",
            .required("key", .text, "The key at fault; empty for the payload as a whole"),
            .required("reason", .text, "What is wrong and what would be accepted"),
            make: { .invalidPayload(key: $0, reason: $1) },
            take: { if case .invalidPayload(let key, let why) = $0 { (key, why) } else { nil } }
        ),
        ErrorRow(
            "PayloadTooLarge",
            "The payload is too large",
            .required("size", .count, "Its size in bytes, as compact JSON"),
            .required("limit", .count, "The largest that is accepted, in bytes"),
            make: { .payloadTooLarge(size: $0, limit: $1) },
            take: {
                if case .payloadTooLarge(let size, let limit) = $0 { (size, limit) } else { nil }
            }
        ),
        ErrorRow(
            "QueueFull",
            "Too many actions wait, in all or of the caller's user",
            .required("limit", .count, "How many may wait"),
            .optional(
                "share",
                .count,
                "How many of one user may wait, if that is what was reached: three quarters of the limit. "
                    + "Who may operate has no such limit"
            ),
            .required("retryAfterUSec", .span, "When it is worth trying again, from now"),
            make: { .queueFull(limit: $0, share: $1, retryAfter: $2) },
            take: {
                if case .queueFull(let limit, let share, let pause) = $0 {
                    (limit, share, pause)
                } else {
                    nil
                }
            }
        ),
        ErrorRow(
            "Conflict",
            "An action with the same key and another payload exists",
            .required("key", .text, "The key"),
            .required("id", .text, "The identity of the action that has it"),
            make: { .conflict(key: $0, id: $1) },
            take: { if case .conflict(let key, let id) = $0 { (key, id) } else { nil } }
        ),
        ErrorRow(
            "NoKeys",
            "The caller's user stands for every user that the kernel cannot name, so no key is its own: send "
                + "without one",
            .required("uid", .user, "The caller's user"),
            make: { .noKeys(uid: $0) },
            take: { if case .noKeys(let uid) = $0 { uid } else { nil } }
        ),
        ErrorRow(
            "StoreFailed",
            "The action could not be stored, and so is not accepted",
            .required("message", .text, "What went wrong, in one line"),
            make: { .storeFailed(message: $0) },
            take: { if case .storeFailed(let message) = $0 { message } else { nil } }
        ),
        ErrorRow(
            "StoreSilent",
            "The store does not answer: whether the action is stored, and so accepted, is not known. It may be "
                + "stored yet, and runs then; with the same key it can be sent again",
            .required("id", .text, "The identity that it has if it is accepted"),
            .required("message", .text, "What went wrong, in one line"),
            make: { .storeSilent(id: $0, message: $1) },
            take: {
                if case .storeSilent(let id, let message) = $0 { (id, message) } else { nil }
            }
        ),
        ErrorRow(
            "LaunchFailed",
            "The launch failed, and so the action can never run",
            .optional(
                "operation",
                .text,
                "The operation that failed; absent when the launch as a whole did"
            ),
            .required("message", .text, "What went wrong, in one line"),
            make: { .launchFailed(operation: $0, message: $1) },
            take: { if case .launchFailed(let name, let why) = $0 { (name, why) } else { nil } }
        ),
        ErrorRow(
            "ShuttingDown",
            "The launch is stopping",
            make: { .shuttingDown },
            take: { if case .shuttingDown = $0 { () } else { nil } }
        ),
    ]

    private static let finding: [ErrorRow<LaunchRefusal>] = [
        ErrorRow(
            "NoSuchOperation",
            "There is no operation, action or kind of that name",
            .required("name", .text, "The name that was asked for"),
            .optional("nearest", .text, "A name that exists and is close to it"),
            make: { .noSuchOperation($0, nearest: $1) },
            take: {
                if case .noSuchOperation(let name, let near) = $0 { (name, near) } else { nil }
            }
        ),
        ErrorRow(
            "NoSuchQueue",
            "There is no queue of that name",
            .required("name", .text, "The name that was asked for"),
            .required("known", .list(.text), "The queues that there are"),
            make: { .noSuchQueue($0, known: $1) },
            take: { if case .noSuchQueue(let name, let known) = $0 { (name, known) } else { nil } }
        ),
        ErrorRow(
            "NoSuchProgram",
            "No operation has started a program of that name",
            .required("name", .text, "The name that was asked for"),
            .required("known", .list(.text), "The programs that there are"),
            make: { .noSuchProgram($0, known: $1) },
            take: {
                if case .noSuchProgram(let name, let known) = $0 { (name, known) } else { nil }
            }
        ),
        ErrorRow(
            "NoSuchAction",
            "No action has that identity, or it ended long ago",
            .required("id", .text, "The identity that was asked for"),
            make: { .noSuchAction($0) },
            take: { if case .noSuchAction(let id) = $0 { id } else { nil } }
        ),
        ErrorRow(
            "AmbiguousAction",
            "Several actions have identities that begin like that",
            .required("id", .text, "What was asked for"),
            .required("known", .list(.text), "The first of them, at most 8"),
            make: { .ambiguousAction($0, known: $1) },
            take: { if case .ambiguousAction(let id, let known) = $0 { (id, known) } else { nil } }
        ),
    ]

    private static let steering: [ErrorRow<LaunchRefusal>] = [
        ErrorRow(
            "CannotCopy",
            "What is stored cannot be copied, or the copy that was asked for is gone",
            .required("message", .text, "Why, in one line"),
            make: { .cannotCopy($0) },
            take: { if case .cannotCopy(let message) = $0 { message } else { nil } }
        ),
        ErrorRow(
            "CannotReload",
            "The configuration was not reloaded: the generation before stays in service",
            .required("message", .text, "Why, in one line"),
            .required("faults", .list(.text), "Each fault of the new configuration"),
            make: { .cannotReload($0, faults: $1) },
            take: {
                if case .cannotReload(let message, let faults) = $0 {
                    (message, faults)
                } else {
                    nil
                }
            }
        ),
        ErrorRow(
            "NoSuchLaunch",
            "No launch that is kept is meant by that, or several are, or the history cannot be read",
            .required("launch", .text, "What was asked for; empty for all"),
            .required("message", .text, "Why there is no answer, in one line"),
            make: { .noSuchLaunch($0, message: $1) },
            take: { if case .noSuchLaunch(let name, let why) = $0 { (name, why) } else { nil } }
        ),
        ErrorRow(
            "NoValues",
            "The values that are kept of operations cannot be read or let go of",
            .required("message", .text, "Why, in one line"),
            make: { .noValues(message: $0) },
            take: { if case .noValues(let message) = $0 { message } else { nil } }
        ),
        ErrorRow(
            "CannotRetry",
            "The action cannot be retried",
            .required("id", .text, "The identity that was asked for"),
            .required("reason", .text, "Why: the predicate of a sentence about it"),
            make: { .cannotRetry($0, reason: $1) },
            take: { if case .cannotRetry(let id, let reason) = $0 { (id, reason) } else { nil } }
        ),
        ErrorRow(
            "AlreadyRetried",
            "The action was to be retried once, and was retried before",
            .required("id", .text, "The identity that was asked for"),
            .required("retry", .text, "The identity of the action that it was retried as"),
            make: { .alreadyRetried($0, retry: $1) },
            take: { if case .alreadyRetried(let id, let retry) = $0 { (id, retry) } else { nil } }
        ),
        ErrorRow(
            "ProgramStarting",
            "The program's operation is starting it: wait, or cancel the operation",
            .required("name", .text, "The name that was asked for"),
            make: { .programStarting($0) },
            take: { if case .programStarting(let name) = $0 { name } else { nil } }
        ),
        ErrorRow(
            "ProgramFailed",
            "The program ended by itself instead of running",
            .required("name", .text, "The name that was asked for"),
            .required("message", .text, "Why, in one line"),
            make: { .programFailed($0, message: $1) },
            take: { if case .programFailed(let name, let why) = $0 { (name, why) } else { nil } }
        ),
        ErrorRow(
            "ObservesOnly",
            "The socket takes only calls that change nothing; the others go to the service's control socket",
            make: { .observesOnly },
            take: { if case .observesOnly = $0 { () } else { nil } }
        ),
        ErrorRow(
            "NotAllowed",
            "The caller's user may not do that",
            .required(
                "right",
                .oneOf(Right.self),
                "What it takes: to operate, to send actions of that kind, or to be the action's sender"
            ),
            .required("uid", .user, "The caller's user"),
            .optional(
                "kind",
                .text,
                "The kind of the action that it is about; absent for operating"
            ),
            make: { .notAllowed($0, uid: $1, kind: $2) },
            take: {
                if case .notAllowed(let right, let uid, let kind) = $0 {
                    (right, uid, kind)
                } else {
                    nil
                }
            }
        ),
    ]
}
