package import SlipwaySystem

/// An operation of the event loop that failed, and why.
package struct LoopError: Error, Hashable, Sendable {
    /// The operation, such as `watch a descriptor`.
    package let operation: String
    /// Why it failed.
    package let reason: ErrorNumber
    /// The remedy, as a request; `nil` if none is known.
    package let hint: String?

    init(_ operation: String, _ reason: ErrorNumber, hint: String? = nil) {
        self.operation = operation
        self.reason = reason
        self.hint = hint
    }

    /// Checks the result of a call of libsystemd, which is negative on failure.
    static func check(_ result: Int32, _ operation: String) throws(LoopError) {
        if result < 0 { throw LoopError(operation, ErrorNumber(-result)) }
    }
}

extension LoopError: CustomStringConvertible {
    package var description: String {
        "cannot \(operation): \(reason)" + (hint.map { "; \($0)" } ?? "")
    }
}
