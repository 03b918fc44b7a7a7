internal import Slipway
internal import SlipwayInterface

/// Admits one trouble of a kind per user and minute.
struct TroubleLimiter {
    private struct Subject: Hashable {
        let kind: Int
        let uid: UInt32?
    }

    private var limiter = OnceAMinute<Subject>()

    /// Tells whether to report the trouble.
    mutating func admits(_ trouble: ControlTrouble, at now: Instant) -> Bool {
        limiter.admits(Subject(kind: trouble.kind, uid: trouble.uid), at: now)
    }
}

extension ControlTrouble {
    fileprivate var kind: Int {
        switch self {
        case .refused(.tooManyConnections, _): 0
        case .refused(.tooManyWaiting, _): 1
        case .readerCutOff: 2
        case .halfSentCall: 3
        case .notACall: 4
        case .tooMuchInput: 5
        case .cannotServe: 6
        case .unknownPeer: 7
        case .cannotAccept: 8
        case .notLetIn: 9
        }
    }

    fileprivate var uid: UInt32? {
        switch self {
        case .refused(_, let peer), .readerCutOff(let peer), .halfSentCall(let peer),
            .notACall(_, let peer), .tooMuchInput(let peer), .cannotServe(_, let peer),
            .notLetIn(let peer):
            peer.uid
        case .unknownPeer, .cannotAccept: nil
        }
    }
}
