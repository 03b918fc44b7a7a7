@testable import Slipway

/// The library's mutex, which the thread sanitizer knows, in place of the standard library's.
struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
    private let guarded: Guarded<Value>

    init(_ initial: consuming sending Value) { guarded = Guarded(initial) }

    borrowing func withLock<Answer: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Answer
    ) throws(Failure) -> sending Answer { try guarded.withLock(body) }
}
