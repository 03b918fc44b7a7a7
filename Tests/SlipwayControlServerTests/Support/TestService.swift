import Dispatch
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Synchronization
import Testing

@testable import SlipwayControlServer

/// `org.example.test`: `Echo` answers at once, and so does `Work`, which records its caller;
/// `Large` answers with ``large``; the test answers `Hold`; `Drop` is never answered.
final class TestService: VarlinkService {
    struct Held: Sendable {
        let call: VarlinkCall
        let peer: Peer
        let reply: ReplySink
    }

    /// Larger than the buffer of a socket.
    let large = SharedFrame(.parameters(["text": .string(String(repeating: "x", count: 500_000))]))
    var largeSize: Int { large.count }
    private let held = Mutex<[Held]>([])
    private let isHeld = DispatchSemaphore(value: 0)
    private let worked = Mutex<[UInt32]>([])

    /// The users whose calls of `Work` were answered, in order.
    var users: [UInt32] { worked.withLock { $0 } }

    var interfaces: [VarlinkInterface] {
        [
            VarlinkInterface(
                "org.example.test",
                methods: ["Echo", "Work", "Large", "Hold", "Drop"],
                description: "interface org.example.test\n"
            )
        ]
    }

    func call(_ call: VarlinkCall, from peer: Peer, reply: ReplySink) {
        switch call.member {
        case "Echo": reply.finish(call.parameters)
        case "Work":
            worked.withLock { $0.append(peer.uid) }
            reply.finish(call.parameters)
        case "Large": reply.send(large)
        case "Hold":
            held.withLock { $0.append(Held(call: call, peer: peer, reply: reply)) }
            isHeld.signal()
        default: break
        }
    }

    /// Waits for the next call of `Hold`.
    func take() throws -> Held {
        try #require(isHeld.wait(timeout: .now() + 10) == .success, "no call within 10 s")
        return held.withLock { $0.removeFirst() }
    }
}

extension VarlinkCall {
    static func echo(_ parameters: JSONObject) -> Self { Self("org.example.test.Echo", parameters) }

    static let work = Self("org.example.test.Work")
    static let large = Self("org.example.test.Large")

    static func hold(_ parameters: JSONObject = [:], mode: Mode = .single) -> Self {
        Self("org.example.test.Hold", parameters, mode: mode)
    }
}
