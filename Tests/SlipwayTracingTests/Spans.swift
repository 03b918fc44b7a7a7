import InMemoryTracing
import Slipway
import Tracing

extension InMemoryTracer {
    /// The finished span with that name; `nil` unless there is exactly one.
    func span(_ name: String) -> FinishedInMemorySpan? {
        let spans = finishedSpans.filter { $0.operationName == name }
        return spans.count == 1 ? spans.first : nil
    }
}

extension FinishedInMemorySpan {
    var start: UInt64 { startInstant.nanosecondsSinceEpoch }
    var end: UInt64 { endInstant.nanosecondsSinceEpoch }

    /// Nanoseconds from start to end.
    var length: Int64 { Int64(end) - Int64(start) }

    func text(_ name: String) -> String? {
        if case .string(let text) = attributes.get(name) { text } else { nil }
    }
}

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

struct Broken: Error, CustomStringConvertible {
    var description: String { "no route to host" }
}
