import Glibc
import SlipwaySystem
import Synchronization

@testable import SlipwayControlServer

/// Pretends that connections belong to given users, in the order in which they are made.
final class PretendedUsers: Sendable {
    private let expected = Mutex<[UInt32?]>([])

    /// The next connection belongs to that user; `nil` for one that the kernel cannot identify.
    func expect(_ uid: UInt32?) {
        expected.withLock { $0.append(uid) }
    }

    /// The peer of a connection; without an expectation the one that the kernel reports.
    @Sendable func identify(_ descriptor: Int32) throws(ErrorNumber) -> Peer {
        let next: UInt32?? = expected.withLock { $0.isEmpty ? .none : .some($0.removeFirst()) }
        switch next {
        case nil: return try Peer(of: descriptor)
        case .some(nil): throw ErrorNumber(ENOPROTOOPT)
        case .some(let uid?): return Peer(pid: getpid(), uid: uid, gid: uid)
        }
    }
}
