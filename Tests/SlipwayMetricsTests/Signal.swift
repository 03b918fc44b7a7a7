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
