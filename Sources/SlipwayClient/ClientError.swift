internal import Glibc
internal import SlipwayInterface
internal import SlipwaySystem
internal import SlipwayVarlink

/// Why a call to a service did not do what was asked for; its description is one line for people.
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of error, by what a program may do about it.
    public enum Kind: Hashable, Sendable {
        /// No service answers at the socket; try again, or start it.
        case unreachable
        /// The service went away before it had answered, has too many calls that wait, or its disk
        /// does not answer: the fate of the call is not known. With a key, an action can be sent
        /// again.
        case interrupted
        /// The service did not answer in time.
        case timedOut
        /// The caller's user may not make the call.
        case notAllowed
        /// There is nothing of that name or identity.
        case notFound
        /// The service does not take the payload or the key, or the key belongs to another action.
        case invalid
        /// Too many actions wait, or there are too many connections; try again after so long.
        case full(retryAfter: Duration)
        /// The service is stopping; try again with its next launch.
        case stopping
        /// The launch failed: the action can never run.
        case launchFailed
        /// Any other refusal, or an answer that cannot be read.
        case other
    }

    /// The kind of the error, by what a program may do about it.
    public let kind: Kind
    /// One line for people.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ error: any Error) {
        switch error {
        case let error as ClientError: self = error
        case ControlClientError.refused(let error): self.init(refusal: error)
        case let error as ControlClientError: self.init(Kind(error), "\(error)")
        default: self.init(.other, "\(error)")
        }
    }

    private init(refusal error: VarlinkError) {
        if let refusal = LaunchRefusal(error) {
            self.init(Kind(refusal), "\(refusal)")
            return
        }
        let kind: Kind =
            switch (ConnectionRefusal(error), error.name) {
            case (.tooManyConnections, _): .full(retryAfter: .seconds(1))
            // The service carries the call out, but does not tell how it ends.
            case (.tooManyWaiting, _): .interrupted
            case (nil, VarlinkError.permissionDenied.name): .notAllowed
            case (nil, VarlinkError.invalidParameter("").name), (nil, MalformedCall.name): .invalid
            case (nil, _): .other
            }
        self.init(kind, "\(ControlClientError.refused(error))")
    }
}

extension ClientError.Kind {
    fileprivate init(_ error: ControlClientError) {
        switch error {
        case .cannotConnect(_, let reason):
            switch reason.rawValue {
            case EACCES, EPERM: self = .notAllowed
            case ENOTSOCK, EISDIR, ENAMETOOLONG: self = .notFound
            default: self = .unreachable
            }
        case .closed: self = .interrupted
        case .timedOut: self = .timedOut
        case .malformedReply, .refused: self = .other
        }
    }

    fileprivate init(_ refusal: LaunchRefusal) {
        switch refusal {
        case .unknownKind, .noSuchOperation, .noSuchQueue, .noSuchAction, .ambiguousAction,
            .noSuchProgram, .noSuchLaunch:
            self = .notFound
        case .invalidPayload, .payloadTooLarge, .conflict, .noKeys: self = .invalid
        case .queueFull(_, _, let pause): self = .full(retryAfter: pause)
        case .launchFailed: self = .launchFailed
        case .shuttingDown: self = .stopping
        case .storeSilent: self = .interrupted
        case .notAllowed, .observesOnly: self = .notAllowed
        case .storeFailed, .cannotRetry, .alreadyRetried, .cannotCopy, .cannotReload, .noValues,
            .programStarting,
            .programFailed:
            self = .other
        }
    }
}
