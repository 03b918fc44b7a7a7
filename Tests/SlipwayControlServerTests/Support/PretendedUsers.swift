import Glibc
import SlipwaySystem
import Synchronization

@testable import SlipwayControlServer

/// Says of each connection, in the order in which they are made, that it is a certain user's.
final class PretendedUsers: Sendable {
    private let expected = Mutex<[UInt32?]>([])

    /// The next connection is that user's; `nil` for one whom the kernel does not know.
    func expect(_ uid: UInt32?) {
        expected.withLock { $0.append(uid) }
    }

    /// Who is connected; without an expectation it is the kernel who says so.
    @Sendable func identify(_ descriptor: Int32) throws(ErrorNumber) -> Peer {
        let next: UInt32?? = expected.withLock { $0.isEmpty ? .none : .some($0.removeFirst()) }
        switch next {
        case nil: return try Peer(of: descriptor)
        case .some(nil): throw ErrorNumber(ENOPROTOOPT)
        case .some(let uid?): return Peer(pid: getpid(), uid: uid, gid: uid)
        }
    }
}
