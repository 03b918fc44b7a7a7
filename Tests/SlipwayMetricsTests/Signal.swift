/// An event that happens once, and that tasks wait for.
final class Signal: Sendable {
    private let values: AsyncStream<Void>
    private let value: AsyncStream<Void>.Continuation

    init() {
        (values, value) = AsyncStream.makeStream()
    }

    /// Ends all present and later waits.
    func send() { value.finish() }

    /// Ends early if the task is cancelled.
    func wait() async {
        for await _ in values {}
    }
}
