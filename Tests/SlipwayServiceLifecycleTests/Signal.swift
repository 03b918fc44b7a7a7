import Synchronization

/// Lines that services and bodies write, in the order in which they did.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Something that happens once, and that others wait for.
final class Signal: Sendable {
    private let values: AsyncStream<Void>
    private let value: AsyncStream<Void>.Continuation

    init() {
        (values, value) = AsyncStream.makeStream()
    }

    /// Lets the waiting one go on, and all that come later.
    func send() { value.finish() }

    /// Ends early when the task is cancelled.
    func wait() async {
        for await _ in values {}
    }
}
