import Dispatch
import Synchronization
import Testing

@testable import SlipwayControlServer

/// What a server told of.
final class Troubles: Sendable {
    private let waiting = Mutex<[ControlTrouble]>([])
    private let isThere = DispatchSemaphore(value: 0)

    @Sendable func add(_ trouble: ControlTrouble) {
        waiting.withLock { $0.append(trouble) }
        isThere.signal()
    }

    /// Waits for the next one.
    func take() throws -> ControlTrouble {
        try #require(isThere.wait(timeout: .now() + 10) == .success, "no trouble within 10 s")
        return waiting.withLock { $0.removeFirst() }
    }

    /// How many have come that were not taken.
    var count: Int { waiting.withLock { $0.count } }
}
