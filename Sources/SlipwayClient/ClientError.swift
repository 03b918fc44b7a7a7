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
        /// The service went away before it had answered, has too many calls that wait, or its disk does not
        /// answer: what became of the call is not known. With a key, an action can be sent again.
        case interrupted
        /// The service did not answer in time.
        case timedOut
        /// The caller's user may not do that.
        case notAllowed
        /// There is nothing of that name or identity.
        case notFound
        /// The action is not what its kind takes, or its key belongs to another one.
        case invalid
        /// Too many actions wait, or there are too many connections; try again after so long.
        case full(retryAfter: Duration)
        /// The service is stopping; the next one takes the call.
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
            // The call is carried out all the same.
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
