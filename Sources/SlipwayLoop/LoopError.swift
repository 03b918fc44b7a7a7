package import SlipwaySystem

/// What the event loop could not do, and why.
package struct LoopError: Error, Hashable, Sendable {
    /// What was to be done, as `watch a descriptor`.
    package let operation: String
    /// Why it could not be done.
    package let reason: ErrorNumber

    init(_ operation: String, _ reason: ErrorNumber) {
        self.operation = operation
        self.reason = reason
    }

    /// What a call of libsystemd returned, which is negative when it failed.
    static func check(_ result: Int32, _ operation: String) throws(LoopError) {
        if result < 0 { throw LoopError(operation, ErrorNumber(-result)) }
    }
}

extension LoopError: CustomStringConvertible {
    package var description: String { "cannot \(operation): \(reason)" }
}
