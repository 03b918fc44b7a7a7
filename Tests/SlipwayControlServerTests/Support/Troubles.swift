import Dispatch
import Synchronization
import Testing

@testable import SlipwayControlServer

/// Collects the troubles that a server reports.
final class Troubles: Sendable {
    private let waiting = Mutex<[ControlTrouble]>([])
    private let isThere = DispatchSemaphore(value: 0)

    @Sendable func add(_ trouble: ControlTrouble) {
        waiting.withLock { $0.append(trouble) }
        isThere.signal()
    }

    /// Waits for the next trouble.
    func take() throws -> ControlTrouble {
        try #require(isThere.wait(timeout: .now() + 10) == .success, "no trouble within 10 s")
        return waiting.withLock { $0.removeFirst() }
    }

    /// The number of troubles that were not taken yet.
    var count: Int { waiting.withLock { $0.count } }
}
