/// A wait that can never end, as it is written.
package struct WaitError: Error, Hashable {
    /// What should have been waited for, as `tcp localhost`.
    package let target: String
    /// Why it cannot be, and what can.
    package let reason: String

    init(_ target: String, _ reason: String) {
        self.target = target
        self.reason = reason
    }
}

extension WaitError: CustomStringConvertible {
    package var description: String { "cannot wait for \(target): \(reason)" }
}
