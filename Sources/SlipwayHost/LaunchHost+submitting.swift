public import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

extension LaunchHost {
    /// Submits a launch action as if it were sent to the control socket: it is stored, so that it
    /// survives the process, unless its kind is held in memory.
    ///
    /// `Launch.submit` of ``launch`` stores nothing, and takes payloads of any type. The outcome of
    /// an action is asked for with `Launch.outcome(of:)`.
    ///
    /// - Parameters:
    ///   - kind: The kind, as `Plan.action` of this host's graph returned it.
    ///   - payload: What its handler gets, made anew from JSON: an object of at most 64 KiB.
    ///   - key: Makes submitting it twice harmless: the same key and payload are the same action; at
    ///     most 256 bytes.
    /// - Returns: The action, once it is stored. Before the host runs, this waits until it does.
    /// - Throws: ``StoringRefusal``; the action is not taken then.
    @discardableResult
    public func submit<Payload: Encodable>(
        _ kind: ActionKind<Payload>,
        _ payload: Payload,
        key: String? = nil
    ) async throws(StoringRefusal) -> ActionStatus {
        let json: JSON
        do {
            json = try JSON(encoding: payload)
        } catch {
            throw StoringRefusal(.invalid, "the payload cannot be written as JSON: \(error)")
        }
        guard case .object(let object) = json else {
            throw StoringRefusal(.invalid, "the payload is \(json.article); expected an object")
        }
        return try await submit(kind, object, key)
    }

    /// Submits a launch action without a payload, as if it were sent to the control socket.
    ///
    /// All else is the same as with a payload.
    @discardableResult
    public func submit(
        _ kind: ActionKind<Void>,
        key: String? = nil
    ) async throws(StoringRefusal) -> ActionStatus {
        try await submit(kind, [:], key)
    }

    private func submit<Payload>(
        _ kind: ActionKind<Payload>,
        _ payload: JSONObject,
        _ key: String?
    ) async throws(StoringRefusal) -> ActionStatus {
        guard launch.has(kind) else {
            throw StoringRefusal(.invalid, "\(SubmitRefusal.foreignKind(kind.name))")
        }
        if let key, key.utf8.count > TextLimit.key {
            throw StoringRefusal(.invalid, "a key has at most \(TextLimit.key) bytes")
        }
        do throws(LaunchRefusal) {
            return try await hosted.submit(
                Method.Submit(kind: kind.name, payload: payload, key: key)
            )
        } catch {
            throw StoringRefusal(error)
        }
    }
}

/// Why a launch action that was to be stored is not taken; its description is one line.
public struct StoringRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of refusal, by what a program may do about it.
    public enum Kind: Hashable, Sendable {
        /// The payload is not what its kind takes, its key belongs to another action, or the kind is of
        /// another plan.
        case invalid
        /// Too many actions wait; try again after so long.
        case full(retryAfter: Duration)
        /// The service is stopping; the next one takes the action.
        case stopping
        /// The launch failed, or something that the kind requires: the action can never run.
        case launchFailed
        /// The action cannot be stored now.
        case notStored
        /// The disk does not answer: the action may be stored, and so accepted, or not. With a key
        /// it can be submitted again.
        case unknown
    }

    /// The kind of the refusal.
    public let kind: Kind
    /// One line for people.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ refusal: LaunchRefusal) {
        let kind: Kind =
            switch refusal {
            case .queueFull(_, _, let pause): .full(retryAfter: pause)
            case .shuttingDown: .stopping
            case .launchFailed: .launchFailed
            case .storeFailed: .notStored
            case .storeSilent: .unknown
            case .unknownKind, .invalidPayload, .payloadTooLarge, .conflict, .noKeys, .notAllowed,
                .noSuchOperation, .noSuchQueue, .noSuchAction, .ambiguousAction, .noSuchProgram,
                .observesOnly, .cannotRetry, .alreadyRetried, .cannotCopy, .cannotReload,
                .noValues, .noSuchLaunch, .programStarting, .programFailed:
                .invalid
            }
        self.init(kind, "\(refusal)")
    }
}
