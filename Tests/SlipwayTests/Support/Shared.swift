import Slipway
import Synchronization

/// Lines that bodies wrote, in order.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// A body that adds its name, throws as often as said, and then returns how often it has run.
    func body(
        failing times: Int,
        with error: any Error
    ) -> @Sendable (OperationContext) throws -> Int {
        { context in
            self.add(context.name)
            let count = self.all.count { $0 == context.name }
            if count <= times { throw error }
            return count
        }
    }
}

/// A gate that one body opens, and that others check or wait for.
final class Gate: Sendable {
    private let opened = Atomic(false)
    private let waiters = Mutex<[CheckedContinuation<Void, Never>]>([])

    var isOpen: Bool { opened.load(ordering: .acquiring) }

    func open() {
        let waiters = waiters.withLock { waiters in
            opened.store(true, ordering: .releasing)
            defer { waiters = [] }
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until it is open; a cancellation does not end that.
    func pass() async {
        await withCheckedContinuation { waiter in
            let passes = waiters.withLock { waiters in
                if !isOpen { waiters.append(waiter) }
                return isOpen
            }
            if passes { waiter.resume() }
        }
    }
}

/// Holds every body back until all have come.
actor Rendezvous {
    private let expected: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ expected: Int) {
        self.expected = expected
    }

    func arrive() async {
        if waiting.count + 1 == expected {
            for continuation in waiting { continuation.resume() }
            waiting = []
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }
}

/// Keeps every event.
final class Recorder: LaunchReporter {
    private let recorded = Mutex<[Event]>([])

    var events: [Event] { recorded.withLock { $0 } }

    func report(_ event: Event) { recorded.withLock { $0.append(event) } }
}
