import InMemoryTracing
import Slipway
import Tracing

extension InMemoryTracer {
    /// The finished span of that name; `nil` unless there is exactly one.
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

struct Broken: Error, CustomStringConvertible {
    var description: String { "no route to host" }
}
